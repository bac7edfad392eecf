// SPDX-License-Identifier: Apache-2.0
// libstdc++ spells an attribute __noinline__ in this header, which is a word of CUDA's.
#pragma once

#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
