// SPDX-License-Identifier: Apache-2.0
// The later form of cutil.h.
#pragma once

#include <cutil.h>

#define cutilSafeCall(call) checkCudaErrors(call)
#define cutilSafeCallNoSync(call) checkCudaErrors(call)
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define cutilCheckMsg(message) getLastCudaError(message)
#define cutilSafeThreadSync() checkCudaErrors(cudaDeviceSynchronize())
#define cutilDeviceSynchronize() cudaDeviceSynchronize()
#define cutilDeviceReset() cudaDeviceReset()
#define cutilThreadSynchronize() cudaDeviceSynchronize()
#define cutilThreadExit() cudaDeviceReset()
#define cutilGetLastError(message) getLastCudaError(message)
#define cutilSafeMalloc(call) CUT_SAFE_CALL(call)
#define cutilExit(argc, argv) exit(EXIT_SUCCESS)
#define cutilDeviceInit(argc, argv) gpuDeviceInit(0)
#define cutilChooseCudaDevice(argc, argv) findCudaDevice(argc, NULL)
#define cutGetMaxGflopsDeviceId() gpuGetMaxGflopsDeviceId()
