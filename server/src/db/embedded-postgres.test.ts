import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SocketConnection } from '#db/address.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { slowStartReason } from '#db/postgres-process.ts'

const endWithParent = new URL('../process/end-with-parent.ts', import.meta.url).pathname
const appScript = `
  const { openEmbeddedPostgres } = await import(process.argv[1])
  const { connection } = await openEmbeddedPostgres({ dataDir: process.argv[2] })
  console.log(JSON.stringify(connection))
`
// Takes the right from root to look into the processes of other users, as containers do.
const withoutSight = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
let root: string
let dataDir: string
/** A data folder that was started and closed once. */
let startedOnce: string
const toClose: EmbeddedPostgres[] = []

beforeAll(async () => {
  startedOnce = mkdtempSync(join(tmpdir(), 'embedded-once-'))
  await (await openEmbeddedPostgres({ dataDir: startedOnce, durable: false })).close()
})
afterAll(() => rmSync(startedOnce, { recursive: true }))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'embedded-'))
  dataDir = join(root, 'data')
})

afterEach(async () => {
  for (const server of toClose.splice(0)) await server.close()
  rmSync(root, { recursive: true, force: true })
})

describe('the embedded database', () => {
  it('starts in a private folder and retains its data across restarts', async () => {
    chmodSync(root, 0o700)
    const sentences: string[] = []
    const first = await open({ onProgress: (sentence) => sentences.push(sentence) })
    await ask(first.connection, 'create table notes (text text)')
    await ask(first.connection, `insert into notes values ('Zurück')`)
    expect(await ask(first.connection, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await ask(first.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await toClose.pop()!.close()
    const second = await open({ onProgress: (sentence) => sentences.push(sentence) })
    expect(await ask(second.connection, 'select text from notes')).toEqual([{ text: 'Zurück' }])
    // A slow machine may have said so; nothing crashed.
    const unhurried = sentences.filter((sentence) => sentence !== 'Waiting for the database')
    expect(unhurried).toEqual(['Creating the database (only the first time)'])
  })

  it('reads from the server whether recovery is needed', async () => {
    useStartedFolder()
    const log = join(dataDir, 'postgres', 'server.log')
    await open()
    expect(slowStartReason(log)).toBe('Waiting for the database')
    await toClose.pop()!.close()
    const ended = Promise.withResolvers<string>()
    await open({ onExit: ended.resolve })
    expect(slowStartReason(log)).toBe('Waiting for the database')
    // Unlike after SIGKILL all of its processes are gone when it is.
    process.kill(postmasterPid(), 'SIGQUIT')
    await ended.promise
    await toClose.pop()!.close()
    await open()
    expect(slowStartReason(log)).toBe('Waiting for the database, which is repairing itself after a crash')
  })

  it('loses no committed data when the app is killed, and restarts at once [R-01]', async () => {
    useStartedFolder()
    const { app, connection } = await startApp()
    await ask(connection, 'create table acked (n int)')
    await ask(connection, 'insert into acked select generate_series(1, 500)')
    app.kill('SIGKILL')
    await once(app, 'exit')
    const next = await open()
    expect(await ask(next.connection, 'select count(*)::int as n from acked')).toEqual([{ n: 500 }])
  })

  it('stops a leftover server before starting its own', async () => {
    useStartedFolder()
    const { app, connection } = await startApp()
    // The signal a server gets at the end of its app lets it wait for open connections.
    const busy = new Client(connection)
    busy.on('error', () => {})
    await busy.connect()
    const leftover = postmasterPid()
    app.kill('SIGKILL')
    await once(app, 'exit')
    expect(isAlive(leftover)).toBe(true)
    const next = await open()
    expect(postmasterPid()).not.toBe(leftover)
    expect(await ask(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await busy.end().catch(() => {})
  })

  it.runIf(existsSync('/proc/self/cwd'))(
    'starts although the number of its dead server now belongs to another program of the same user',
    async () => {
      const other = await giveServersNumberAway()
      const next = await open()
      expect(await ask(next.connection, 'select * from kept')).toEqual([])
      other.kill('SIGKILL')
    },
  )

  it.runIf(process.getuid?.() === 0 && canRun(withoutSight))(
    'starts so also where it may not see in which folders the programs of other users work',
    async () => {
      const other = await giveServersNumberAway()
      // The orphan of another, killed server: its owner is unknown, and it ends soon.
      const { uid } = statSync(join(dataDir, 'postgres', 'cluster'))
      spawn('sleep', ['1'], { uid, cwd: '/', argv0: 'postgres: io worker 0' })
      const next = await startApp(withoutSight)
      expect(await ask(next.connection, 'select * from kept')).toEqual([])
      other.kill('SIGKILL')
      next.app.kill('SIGTERM')
      await once(next.app, 'exit')
    },
  )

  it('rejects a second app on the same folder, and the first keeps running', async () => {
    useStartedFolder()
    const { app, connection } = await startApp()
    const refusal = open().catch((error: unknown) => error)
    expect(await refusal).toMatchObject({
      name: 'DataFolderInUse',
      message: expect.stringMatching(
        new RegExp(`^Another Touchline \\(process ${app.pid}\\) is already running.*$`),
      ),
    })
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    app.kill('SIGTERM')
    await once(app, 'exit')
    const next = await open()
    expect(await ask(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('deletes an interrupted first start', async () => {
    while (!(await interruptFirstStart())) {
      await open()
      await toClose.pop()!.close()
      dataDir = mkdtempSync(join(root, 'data-'))
    }
    const next = await open()
    expect(await ask(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    // Initdb's children may write on for a moment, so it can take one more start until the last trace is gone.
    await vi.waitFor(async () => {
      await toClose.pop()?.close()
      await open()
      expect(existsSync(halfMade())).toBe(false)
    }, 120_000)
  })

  it('uses and removes a short temporary socket for a long data folder path', async () => {
    dataDir = join(root, 'a-long-folder-name'.repeat(4), 'b, "quoted"'.repeat(4))
    mkdirSync(dataDir, { recursive: true })
    const server = await open()
    expect(server.connection.host.length).toBeLessThan(80)
    expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await toClose.pop()!.close()
    expect(existsSync(server.connection.host)).toBe(false)
  })

  it('reports when the server ends unexpectedly [R-22]', async () => {
    useStartedFolder()
    const reason = new Promise<string>((resolve) => void open({ onExit: resolve }).then(killServer))
    expect(await reason).toMatch(/^The database stopped unexpectedly \(signal SIGKILL\)/)
  })
})

async function open(options: { onProgress?: (s: string) => void; onExit?: (s: string) => void } = {}) {
  const server = await openEmbeddedPostgres({ dataDir, ...options })
  toClose.push(server)
  return server
}

/** Spares the test a first start, which takes a second. */
function useStartedFolder(): void {
  execFileSync('cp', ['-a', startedOnce, dataDir])
}

function killServer(): void {
  process.kill(postmasterPid(), 'SIGKILL')
}

/**
 * Makes a table `kept` and then leaves what a server that was killed leaves behind, with a number that another program
 * of its user has by now: that one is answered.
 */
async function giveServersNumberAway(): Promise<ChildProcess> {
  useStartedFolder()
  const { connection } = await open()
  await ask(connection, 'create table kept ()')
  await toClose.pop()!.close()
  const cluster = join(dataDir, 'postgres', 'cluster')
  const { uid, gid } = statSync(cluster)
  const other = spawn('sleep', ['60'], { uid, cwd: '/' })
  await once(other, 'spawn')
  const lines = [other.pid, cluster, 1_700_000_000, 5432, '', '', '0 0', 'ready   ', '']
  const file = join(cluster, 'postmaster.pid')
  writeFileSync(file, lines.join('\n'), { mode: 0o600 })
  chownSync(file, uid, gid)
  return other
}

function runApp(prefix: string[] = []): ChildProcess {
  const supervisor = new URL('embedded-postgres.ts', import.meta.url).pathname
  const node = [
    process.execPath,
    '--import',
    endWithParent,
    '--input-type=module',
    '-e',
    appScript,
    supervisor,
    dataDir,
  ]
  const [program, ...args] = [...prefix, ...node]
  return spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
}

async function startApp(prefix: string[] = []): Promise<{ app: ChildProcess; connection: SocketConnection }> {
  const app = runApp(prefix)
  const ended = once(app, 'exit').then(([code]) => Promise.reject(new Error(`The app ended with ${code}.`)))
  const [line] = await Promise.race([once(app.stdout!, 'data'), ended])
  ended.catch(() => {})
  return { app, connection: JSON.parse(String(line)) }
}

async function ask(connection: SocketConnection, query: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

/** Kills an app that makes its database. False when that was done before anybody saw it half-made. */
async function interruptFirstStart(): Promise<boolean> {
  const cluster = join(dataDir, 'postgres', 'cluster')
  const app = runApp()
  await vi.waitFor(
    () => expect([join(halfMade(), 'PG_VERSION'), cluster].some((path) => existsSync(path))).toBe(true),
    { timeout: 120_000, interval: 5 },
  )
  app.kill('SIGKILL')
  await once(app, 'exit')
  return !existsSync(cluster)
}

function halfMade(): string {
  const folder = join(dataDir, 'postgres')
  const name = existsSync(folder) && readdirSync(folder).find((entry) => entry.startsWith('cluster.new-'))
  return join(folder, name || 'none')
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

function canRun(prefix: string[]): boolean {
  const [program, ...args] = [...prefix, 'true']
  return spawnSync(program, args).status === 0
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
