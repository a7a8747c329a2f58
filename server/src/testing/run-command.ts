import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeProgram, compileCache } from '#program.mjs'

const commands = new URL('../commands/', import.meta.url)

/** Node's arguments that start an operator's command, as `scripts/operate.mjs` does. */
export const commandProgram = (name: string) => [
  ...beforeProgram,
  fileURLToPath(new URL(`${name}.ts`, commands)),
]

/** The environment of a program that shares compiled code with others. */
export const programEnv = (more: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: compileCache,
  ...more,
})

/** Runs an operator's command to its end; returns its exit code and its output. */
export const runCommand = (name: string, args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [...commandProgram(name), ...args],
      { env: programEnv(env) },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

/** Sets up the payment provider of a site, as its operator does. Throws the output when that fails. */
export async function setUpPayments(env: Record<string, string>): Promise<void> {
  const { code, output } = await runCommand('payments-setup', [], env)
  if (code !== 0) throw new Error(output)
}
