import { lstat, mkdir, open, readdir, realpath, rename, rmdir, unlink } from 'node:fs/promises'

/** The system calls that the store uses: those of `node:fs/promises`, or a wrapper around them. */
export type FileSystem = typeof nodeFileSystem

export const nodeFileSystem = { lstat, mkdir, open, readdir, realpath, rename, rmdir, unlink }
