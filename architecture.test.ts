import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      existsSync(file) &&
      /\.(ts|tsx|mjs)$/.test(file) &&
      !file.endsWith('.d.ts') &&
      !file.endsWith('.gen.ts'),
  )

const textOf = (file: string) => readFileSync(file, 'utf8')

type Import = { file: string; from: string; to: string; specifier: string }

/** Where an import points, as a path from the root of the repository; packages from outside keep their name. */
function resolve(file: string, specifier: string): string {
  const root = file.split('/')[0]!
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  if (specifier.startsWith('#')) return `${root}/src/${specifier.slice(1)}`
  const own = /^@touchline\/([^/]+)\/(.+)$/.exec(specifier)
  if (own) return own[1] === 'content' ? `content/${own[2]}` : `${own[1]}/src/${own[2]}`
  return specifier
}

const imports: Import[] = files.flatMap((file) =>
  [
    ...textOf(file).matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s+'([^']+)'|import\('([^']+)'\)/g,
    ),
  ].map((match) => {
    const specifier = match[1] ?? match[2] ?? ''
    return { file, from: file, to: resolve(file, specifier), specifier }
  }),
)

const feature = (path: string) => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)
const puttingTogether =
  /^e2e\/|^bench\/|^server\/src\/(app|main)\.ts$|^server\/src\/(commands|testing|demo)\/|^server\/faults\//

/** Folders of `server/src`, the lowest first: each imports from folders below it, never from its own floor or above. */
const floors = [
  ['time', 'money', 'concurrency'],
  ['config', 'files'],
  ['crypto', 'egress'],
  ['db'],
  ['alerts', 'events', 'limits', 'webhooks'],
  ['http'],
  ['jobs', 'live', 'media'],
  ['mail', 'site'],
  ['payments'],
  ['process'],
  ['backups'],
  ['features'],
  ['features/media'],
  ['features/health', 'features/people'],
  ['features/audit'],
  [
    'features/agreements',
    'features/api-keys',
    'features/gate',
    'features/hold-rules',
    'features/ledger',
    'features/posts',
    'features/silences',
    'features/support',
    'features/webhooks',
  ],
  [
    'features/captions',
    'features/comments',
    'features/drafts',
    'features/insights',
    'features/profiles',
    'features/subscriptions',
    'features/tips',
  ],
  ['features/needs-attention', 'features/saved', 'features/search', 'features/sources', 'features/teasers'],
  [
    'features/audience',
    'features/blocks',
    'features/media-access',
    'features/notifications',
    'features/payouts',
    'features/reach',
    'features/viewer',
  ],
  [
    'features/accounts',
    'features/exports',
    'features/moderation',
    'features/reconciliation',
    'features/site',
  ],
  ['features/admin', 'features/pages', 'features/site-settings'],
  ['features/invariants', 'features/signup', 'features/simulator', 'features/staff'],
  ['features/checklists', 'features/emails'],
  ['features/account-deletion'],
  ['demo'],
  ['commands'],
  ['testing'],
]

/** Folders of `web/src` in the same order. Features share a floor: they meet in the shell, which hands in slots. */
const webFloors = [
  ['router'],
  ['ui'],
  ['api', 'reporting'],
  ['site', 'session'],
  ['drafting', 'live', 'people'],
  ['offline', 'payments', 'player'],
  ['sign-out'],
  ['features'],
  ['shell'],
  ['testing'],
]

const serverFolder = (path: string) => /^server\/src\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1]
const webFolder = (path: string) => /^web\/src\/([^/]+)\//.exec(path)?.[1]

const buildings = [
  { name: 'server', floors, folder: serverFolder },
  { name: 'web', floors: webFloors, folder: webFolder },
].map(({ name, floors: names, folder }) => ({
  name,
  folder,
  floorOf: new Map(names.flatMap((each, floor) => each.map((one) => [one, floor] as const))),
}))

const broken = (rule: (one: Import) => boolean) =>
  imports.filter(rule).map(({ file, specifier }) => `${file} imports ${specifier}`)

describe('the house', () => {
  it('lets the contract import itself and zod only', () => {
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('contract/src/') && !isTest(from) && !/^(contract\/|zod\/mini$)/.test(to),
      ),
    ).toEqual([])
  })

  it.each(buildings)('has a floor for every folder of the $name', ({ folder, floorOf }) => {
    const folders = new Set(files.flatMap((file) => folder(file) ?? []))
    expect([...folders].filter((one) => !floorOf.has(one))).toEqual([])
    expect([...floorOf.keys()].filter((one) => !folders.has(one))).toEqual([])
  })

  it.each(buildings)('imports from lower floors of the $name only', ({ folder, floorOf }) => {
    expect(
      broken(({ from, to }) => {
        const [mine, theirs] = [folder(from), folder(to)]
        if (!mine || !theirs || mine === theirs || isTest(from)) return false
        return floorOf.get(mine)! <= floorOf.get(theirs)!
      }),
    ).toEqual([])
  })

  it('lets no folder of the web import the start files and routes above it', () => {
    expect(
      broken(
        ({ from, to }) => !!webFolder(from) && /^web\/src\/(app|main|[a-z-]*rout[a-z-]*)\.tsx$/.test(to),
      ),
    ).toEqual([])
  })

  it('lets a server feature use verbs and rules of another, never its value, routes or queries', () => {
    expect(
      broken(({ from, to }) => {
        const [mine, theirs] = [feature(from), feature(to)]
        return (
          from.startsWith('server/') &&
          !!mine &&
          !!theirs &&
          mine !== theirs &&
          !isTest(from) &&
          /\/(feature|routes|queries)\.ts$/.test(to)
        )
      }),
    ).toEqual([])
  })

  it('lets only the composition import a feature from outside the features', () => {
    expect(
      broken(
        ({ from, to }) =>
          to.startsWith('server/src/features/') &&
          !feature(from) &&
          !puttingTogether.test(from) &&
          !isTest(from),
      ),
    ).toEqual([])
  })

  it('keeps web features apart: they meet in routes.tsx and the shell', () => {
    expect(
      broken(({ from, to }) => {
        const [mine, theirs] = [feature(from), feature(to)]
        return from.startsWith('web/') && !!mine && !!theirs && mine !== theirs
      }),
    ).toEqual([])
  })

  it('keeps ui primitives free of features, endpoints and sessions', () => {
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('web/src/ui/') &&
          !isTest(from) &&
          /^(web\/src\/(?!ui\/|router\/)|contract\/|content\/)/.test(to),
      ),
    ).toEqual([])
  })

  it('keeps the sandbox a package of its own', () => {
    expect(
      broken(
        ({ from, to }) => from.startsWith('stripe-sandbox/') && /^(contract|server|web|content)\//.test(to),
      ),
    ).toEqual([])
    expect(
      broken(
        ({ from, to }) =>
          to.startsWith('stripe-sandbox/') &&
          !from.startsWith('stripe-sandbox/') &&
          !/^(server\/(src\/(payments|testing|demo)|faults)|bench)\//.test(from) &&
          !isTest(from),
      ),
    ).toEqual([])
  })

  it('never climbs two folders: the prefix tells the distance', () => {
    expect(
      broken(
        ({ from, specifier }) =>
          specifier.startsWith('../..') && !specifier.endsWith('package.json') && !from.startsWith('e2e/'),
      ),
    ).toEqual([])
  })

  it('reads the environment in config.ts only', () => {
    const readers = files.filter(
      (file) =>
        /^(server|contract|stripe-sandbox)\/src\//.test(file) &&
        !isTest(file) &&
        /process\.env\b/.test(textOf(file)),
    )
    // PATH is where programs are found, not configuration; the others start the program or its tests.
    const allowed =
      /^server\/src\/(config\/config|main|commands\/.*|db\/postgres-binaries|db\/postgres-launcher|testing\/.*)\.ts$/
    expect(readers.filter((file) => !allowed.test(file))).toEqual([])
  })

  it('guards the connections of every program that reads the configuration', () => {
    const programs = files.filter(
      (file) => file.startsWith('server/src/') && textOf(file).includes('readConfig(process.env)'),
    )
    expect(programs.length).toBeGreaterThan(5)
    expect(programs.filter((file) => !textOf(file).includes('guardEgress(config'))).toEqual([])
  })

  it('has no room whose name says nothing', () => {
    expect(
      files.filter((file) =>
        /(^|\/)(utils?|helpers?|common|types|misc|shared)(\/|\.tsx?$)|(^|\/)(index|service)\.tsx?$/.test(
          file,
        ),
      ),
    ).toEqual([])
  })

  it('names files in kebab-case', () => {
    const names = files.map((file) => file.split('/').at(-1)!)
    expect(
      names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|e2e|config))?\.(ts|tsx|mjs)$/.test(name)),
    ).toEqual([])
  })

  it('exports by name', () => {
    const tools = /(^|\/)(vite|vitest|playwright|screenshots|drizzle)\.config\.ts$/
    expect(files.filter((file) => !tools.test(file) && /(^|\n)export default /.test(textOf(file)))).toEqual(
      [],
    )
  })

  it('names only existing files in the documents', () => {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    const all = listed.split('\n').filter((file) => existsSync(file))
    const documents = all.filter(
      (file) => /^(docs\/(decisions\/)?)?[^/]+\.md$/.test(file) && file !== 'CHANGELOG.md',
    )
    const isThere = (path: string) => all.some((file) => `/${file}`.endsWith(`/${path}`))
    const dead = documents.flatMap((document) => {
      const text = textOf(document)
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, path = '']) => path)
      const code = [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs))`/g)].map(([, path = '']) => path)
      return [
        ...links.filter((path) => !existsSync(join(dirname(document), path))),
        ...code.filter((path) => !isThere(path)),
      ].map((path) => `${document} names ${path}`)
    })
    expect(dead).toEqual([])
  })

  it('keeps files small: none over 500 lines, 95 of 100 under 300', () => {
    const sizes = files.map((file) => ({ file, lines: textOf(file).split('\n').length }))
    expect(sizes.filter(({ lines }) => lines > 500)).toEqual([])
    expect(sizes.filter(({ lines }) => lines > 300).length / sizes.length).toBeLessThanOrEqual(0.05)
  })
})
