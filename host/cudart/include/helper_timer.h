// SPDX-License-Identifier: Apache-2.0
// Timers of CUDA's sample programs. They measure the host's time; cudaEvent measures simulated time.
#pragma once

#include <time.h>

class StopWatchInterface {
public:
    void start() {
        begin = now();
        running = true;
    }
    void stop() {
        total += now() - begin;
        running = false;
        ++sessions;
    }
    void reset() {
        total = 0.0f;
        sessions = 0;
        begin = now();
    }
    // Milliseconds of all sessions, with the running one.
    float getTime() const { return running ? total + float(now() - begin) : total; }
    float getAverageTime() const { return sessions > 0 ? total / sessions : 0.0f; }

private:
    static double now() {
        timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return 1e3 * t.tv_sec + 1e-6 * t.tv_nsec;
    }
    double begin = 0.0;
    float total = 0.0f;
    int sessions = 0;
    bool running = false;
};
typedef StopWatchInterface StopWatchLinux;

inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchInterface;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = NULL;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer) {
    if (*timer) (*timer)->start();
    return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer) {
    if (*timer) (*timer)->stop();
    return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer) {
    if (*timer) (*timer)->reset();
    return true;
}
inline float sdkGetTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getAverageTime() : 0.0f; }
