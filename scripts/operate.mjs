import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installWhatIsMissing } from './install.mjs'
import { pinnedNode, root } from './project.mjs'
import { beforeProgram } from '../server/program.mjs'

/** `node scripts/operate.mjs NAME …` runs one of the operator's programs and exits with its code. */
const [name, ...args] = process.argv.slice(2)

try {
  await installWhatIsMissing()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}

const program = join(root, 'server', 'src', 'commands', `${name}.ts`)
const child = spawn(pinnedNode, [...beforeProgram, program, ...args], { cwd: root, stdio: 'inherit' })
// Ctrl+C reaches the program by itself.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => void child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 2))
