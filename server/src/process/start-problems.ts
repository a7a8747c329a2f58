import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigProblem } from '#config/config-problem.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Creates the data folder. Throws ConfigProblem when it cannot be created or written. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolders(dataDir)
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigProblem([
      `DATA_DIR is "${dataDir}", which cannot be created or written (${codeOf(error)}): use a folder this user may write.`,
    ])
  }
}

/** Not mkdir's `recursive` option: below a read-only folder such as /proc Node retries forever. */
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

/** Blames HOST or PORT (or the variables named here); returns other errors unchanged. */
export function listenError(error: unknown, { host, port, hostName, portName }: Place): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ConfigProblem([
        `${portName} is ${port}, which another program is using: stop that one, or choose another port.`,
      ])
    case 'EACCES':
      return new ConfigProblem([
        `${portName} is ${port}, which this user may not open: choose one above 1023, with a proxy in front.`,
      ])
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new ConfigProblem([
        `${hostName} is "${host}", which is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all addresses.`,
      ])
    default:
      return error
  }
}
