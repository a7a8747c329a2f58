import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installWhatIsMissing } from './install.mjs'
import { pinnedNode, root } from './project.mjs'

try {
  await installWhatIsMissing()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}

const program = join(root, 'server', 'src', 'money-check.ts')
const check = spawn(pinnedNode, [program, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
check.on('exit', (code) => process.exit(code ?? 2))
