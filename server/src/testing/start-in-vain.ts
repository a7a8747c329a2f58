import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const site = fileURLToPath(new URL('../main.ts', import.meta.url))

/** One that starts after all is ended. */
const longestMs = 60_000

/** Starts the site on a data folder where it cannot; answers how it ended and what it said of it. */
export const startInVain = (dataDir: string) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' }
    execFile(process.execPath, [site], { env, timeout: longestMs }, (error, _stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stderr }),
    )
  })
