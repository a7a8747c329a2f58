import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { hasFfmpeg } from '#testing/clips.ts'

// A site that works on a film, says when it has begun, and how that ended.
const site = `
import { openMediaPrograms } from '#media/media-programs.ts'
process.on('SIGINT', () => {})
const programs = openMediaPrograms({ searchPath: process.env.PATH })
const film = '-nostdin -v error -progress pipe:1 -re -f lavfi -i testsrc2=size=16x16:duration=3 -f null -'
const begun = () => console.log('begun')
await programs
  .run('ffmpeg', film.split(' '), { folder: '/', onOutput: begun })
  .then(() => console.log('done'), (error) => console.log(error.reason))
`

it.skipIf(!hasFfmpeg)(
  'lets a film be, when Ctrl+C reaches everything the site was started with [T-UP-10]',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', site], {
      // Leads a group of its own, as what was started from a terminal does.
      detached: true,
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = new Set<string>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (said.size === 0) process.kill(-child.pid!, 'SIGINT')
      said.add(line)
    })
    await once(child, 'close')
    expect([...said]).toEqual(['begun', 'done'])
  },
)
