// SPDX-License-Identifier: Apache-2.0
// Command lines as CUDA's sample programs read them: -name, --name, -name=value.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <string>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

// What follows the name of a flag: "" without a value, null if the flag is not given.
inline const char *__warpsmith_flag(int argc, const char **argv, const char *name) {
    size_t length = strlen(name);
    for (int i = 1; i < argc; ++i) {
        const char *arg = argv[i] + strspn(argv[i], "-");
        if (arg == argv[i] || strncasecmp(arg, name, length) != 0) continue;
        if (arg[length] == '=') return arg + length + 1;
        if (arg[length] == 0) return arg + length;
    }
    return NULL;
}

inline bool checkCmdLineFlag(int argc, const char **argv, const char *name) {
    return __warpsmith_flag(argc, argv, name) != NULL;
}
// Zero if the flag is not given.
inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name) {
    const char *text = __warpsmith_flag(argc, argv, name);
    return text ? atoi(text) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name) {
    const char *text = __warpsmith_flag(argc, argv, name);
    return text ? float(atof(text)) : 0.0f;
}
inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value) {
    const char *text = __warpsmith_flag(argc, argv, name);
    *value = const_cast<char *>(text);
    return text != NULL;
}

// Where a file that belongs to a program is, as an allocated string: here or beside the executable, there or in `data`.
// Null if it is nowhere.
inline char *sdkFindFilePath(const char *file, const char *executable) {
    std::string beside = executable ? executable : "";
    beside.resize(beside.rfind('/') + 1); // nothing without a slash
    const std::string folders[] = {std::string(), std::string("data/"), beside, beside + "data/"};
    for (int n = 0; n < 4; ++n) {
        std::string path = folders[n] + file;
        if (FILE *found = fopen(path.c_str(), "rb")) {
            fclose(found);
            return strdup(path.c_str());
        }
    }
    return NULL;
}
