import { spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** All files on PATH for this command, in order. */
export function findCommand(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .filter(isExecutable)
}

/** Finds a Python that can import a module, or several; it need not be the first one on PATH. */
export function findPython(module) {
  return findCommand('python3').find(
    (python) => spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0,
  )
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
