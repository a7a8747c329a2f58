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

const program = join(root, 'server', 'src', 'insights-rebuild.ts')
const counting = spawn(pinnedNode, [program, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
counting.on('exit', (code) => process.exit(code ?? 2))
