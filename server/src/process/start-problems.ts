import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigProblem } from '#config/config-problem.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Makes the folder of all data where there is none. Throws ConfigProblem where none can be made or written in. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolders(dataDir)
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigProblem([
      `DATA_DIR is "${dataDir}", where there is no folder to write in (${codeOf(error)}): name one this program may make or owns.`,
    ])
  }
}

/** Not mkdir's own `recursive`: below a folder that takes none, such as /proc, Node tries it for ever. */
async function makeFolders(folder: string): Promise<void> {
  if (await isThere(folder)) return
  if (dirname(folder) !== folder) await makeFolders(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

const isThere = (folder: string) =>
  access(folder).then(
    () => true,
    () => false,
  )

type Place = { host: string; port: number; hostName: string; portName: string }

/**
 * Why a port cannot be opened, as a ConfigProblem where HOST and PORT, or what they are called there, say what is not
 * to be had; else the error as it is.
 */
export function listenError(error: unknown, { host, port, hostName, portName }: Place): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ConfigProblem([
        `${portName} is ${port}, where another program listens already: stop that one, or choose another port.`,
      ])
    case 'EACCES':
      return new ConfigProblem([
        `${portName} is ${port}, which this user may not open: choose one above 1023, with a proxy in front.`,
      ])
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new ConfigProblem([
        `${hostName} is "${host}", which is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all it has.`,
      ])
    default:
      return error
  }
}
