import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Row } from '../web/build/budget.ts'
import { atMost, printLine } from './report.ts'

/* Reports the bytes a browser fetches: for each page budget of the build, the heaviest page. */

const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-'))

const kindOf = ({ what }: Row) => {
  if (!what.endsWith('.tsx')) return what
  return what.startsWith('entry') ? 'heaviest public page, with entry' : 'heaviest page of a member'
}

const args = ['run', '--silent', 'build', '--workspace', 'web', '--', '--outDir', join(folder, 'dist')]

function main() {
  const file = join(folder, 'budgets.json')
  const { status } = spawnSync('npm', args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, BUDGET_FILE: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const rows: Row[] = JSON.parse(readFileSync(file, 'utf8'))
    const kinds = Map.groupBy(rows, kindOf)
    for (const [name, ones] of kinds) {
      const heaviest = ones.toSorted((one, other) => other.kB - one.kB)[0]!
      const word = atMost({ name, value: heaviest.kB, unit: 'kB', limit: heaviest.limit })
      printLine(
        `${name.padEnd(34)} ${heaviest.kB.toFixed(1).padStart(6)} kB   ${word} ${heaviest.limit}   (${heaviest.what})`,
      )
    }
    if (status !== 0) throw new Error('the web could not be built within its budgets')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

main()
