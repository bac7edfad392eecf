no_such_file.v
