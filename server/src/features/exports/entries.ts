import { Readable } from 'node:stream'
import type { DataType } from '@touchline/contract/exports.ts'
import type { Feature } from '#features/feature.ts'
import type { ZipEntry } from '#files/zip.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

/** Streams rows as a JSON array, one row per line. */
async function* toJsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

type ExportRequest = { viewer: Viewer; types: DataType[] }

const exportsOf = (features: Feature[]) => features.flatMap((feature) => feature.export ?? [])

/** The entries of the zip. Each is read when it is written. Media come last because they take longest. */
export async function* entriesOf(
  services: Services,
  features: Feature[],
  { viewer, types }: ExportRequest,
): AsyncGenerator<ZipEntry> {
  const writtenAt = services.clock.now()
  const all = exportsOf(features)
  const mediaLast = types.toSorted((one, other) => Number(one === 'media') - Number(other === 'media'))
  for (const type of mediaLast) {
    if (type === 'profile') {
      const profile = {}
      for (const one of all) Object.assign(profile, await one.profile?.(services, viewer))
      const text = `${JSON.stringify(profile, null, 2)}\n`
      yield { name: 'profile.json', writtenAt, open: async () => Readable.from([text]) }
    }
    for (const list of all.flatMap(({ lists = [] }) => lists))
      if (list.type === type)
        yield {
          name: `${list.name ?? type}.json`,
          writtenAt,
          open: async () => Readable.from(toJsonList(list.rows(services, viewer))),
        }
    for (const { files } of all) if (files?.type === type) yield* files.entries(services, viewer)
  }
}

/** The estimated size of the stored files in the zip. */
export async function estimatedBytes(
  services: Services,
  features: Feature[],
  { viewer, types }: ExportRequest,
): Promise<number> {
  let bytes = 0
  for (const { files } of exportsOf(features))
    if (files?.bytes && types.includes(files.type)) bytes += await files.bytes(services, viewer)
  return bytes
}
