import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { type Chunk, requestedModules, reach } from './chunks.ts'

/** Limits in kB (1,000 bytes): scripts and styles after gzip, fonts uncompressed. */
const limits = {
  entry: 100,
  publicRoute: 131,
  members: 32,
  validator: 10,
  memberRoute: 25,
  css: 15,
  fonts: 95,
}

/** Public pages: everything they load in addition to the entry counts. */
export const publicPages =
  /\/(?:landing|gate|login|forgot-password|reset-password|signup|payment|payment-success|subscribe|terms|privacy|influencer-info|unsubscribe)-page\.tsx$/
/** All other chunks are fetched on demand: dialogs, rules, players. */
const isRoute = /-page\.tsx$/
/** The file of the validator, which some pages of members share. */
const validator = /\/zod\/v4\/core\//
/** The frame and the feed are one file. A signed-in page counts only what it adds. */
const frame = /\/signed-in-frame\.tsx$/
/** Fetched on every page right after the first paint. */
const always = /\/toaster\.tsx$/

export type Row = { what: string; kB: number; limit: number }
type Bundle = Rolldown.OutputBundle

const gzipKB = (text: string | Uint8Array) => gzipSync(text, { level: 9 }).length / 1000

function measure(bundle: Bundle): Row[] {
  const outputs = Object.values(bundle)
  const chunks = outputs.filter((output): output is Chunk => output.type === 'chunk')
  const sizes = new Map(chunks.map((chunk) => [chunk.fileName, gzipKB(chunk.code)]))
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
  const assets = outputs.filter((output) => output.type === 'asset')
  const assetsKB = (end: string, size: (source: string | Uint8Array) => number) =>
    assets.filter((asset) => asset.fileName.endsWith(end)).reduce((sum, asset) => sum + size(asset.source), 0)

  const entry = chunks.find((chunk) => chunk.isEntry)
  const first = entry ? reach(bundle, entry.fileName) : new Set<string>()
  const rows: Row[] = [{ what: 'entry', kB: total(first), limit: limits.entry }]
  const later = chunks.find((chunk) => always.test(chunk.facadeModuleId ?? ''))
  const everywhere = new Set([...first, ...(later ? reach(bundle, later.fileName) : [])])
  const members = chunks.find((chunk) => requestedModules(chunk).some((id) => frame.test(id)))
  const signedIn = new Set([...everywhere, ...(members ? reach(bundle, members.fileName) : [])])
  rows.push({ what: 'frame and feed', kB: total(signedIn) - total(everywhere), limit: limits.members })
  const checks = chunks.find((chunk) => chunk.moduleIds.some((id) => validator.test(id)))
  const membersHave = new Set([...signedIn, ...(checks ? reach(bundle, checks.fileName) : [])])
  rows.push({ what: 'validator', kB: total(membersHave) - total(signedIn), limit: limits.validator })
  for (const chunk of chunks) {
    if (chunk === later || chunk === members) continue
    const source = chunk.facadeModuleId ?? ''
    if (!chunk.isDynamicEntry || !isRoute.test(source)) continue
    const name = source.split('/').slice(-2).join('/')
    const isPublic = publicPages.test(source)
    const before = isPublic ? everywhere : membersHave
    const whole = total(new Set([...before, ...reach(bundle, chunk.fileName)]))
    rows.push(
      isPublic
        ? { what: `entry + ${name}`, kB: whole, limit: limits.publicRoute }
        : { what: name, kB: whole - total(before), limit: limits.memberRoute },
    )
  }
  rows.push({ what: 'styles', kB: assetsKB('.css', gzipKB), limit: limits.css })
  const fonts = assetsKB('.woff2', (source) => Buffer.byteLength(source) / 1000)
  rows.push({ what: 'fonts before first paint', kB: fonts, limit: limits.fonts })
  return rows
}

/**
 * Fails the build with ENFORCE_BUDGET, as in `npm test`; else an operator's longer texts must not stop the
 * start.
 */
export function refuseOverBudget(build: Rolldown.PluginContext, what: string[]) {
  const message = `Over budget: ${what.join(', ')}`
  if (process.env['ENFORCE_BUDGET']) build.error(message)
  else build.warn(message)
}

/** Prints the weight of each page. BUDGET_FILE names a file for the rows as JSON. */
export function budget(): Plugin {
  return {
    name: 'touchline:budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const rows = measure(bundle)
        const { BUDGET_FILE } = process.env
        if (BUDGET_FILE) writeFileSync(BUDGET_FILE, JSON.stringify(rows))
        const lines = rows.map(
          ({ what, kB, limit }) =>
            `${kB > limit ? '✗' : '·'} ${kB.toFixed(kB > limit ? 3 : 1).padStart(6)} / ${limit} kB  ${what}`,
        )
        process.stdout.write(`\n${lines.join('\n')}\n`)
        const over = rows.filter((row) => row.kB > row.limit)
        if (over.length > 0)
          refuseOverBudget(
            this,
            over.map((row) => row.what),
          )
      },
    },
  }
}
