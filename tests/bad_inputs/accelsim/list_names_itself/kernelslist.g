kernelslist.g
