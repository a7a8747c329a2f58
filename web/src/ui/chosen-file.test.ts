import { describe, expect, it } from 'vitest'
import { fileKind, readableFile } from './chosen-file.ts'

const named = (name: string, type = '') => new File(['x'], name, { type })

describe('a chosen file', () => {
  it('gets its type from its name when the system knows none [UPL-2]', () => {
    for (const name of ['IMG_5195.HEIC', 'a.heif', 'a.HIF', 'a.JPG'])
      expect([name, fileKind(named(name))]).toEqual([name, 'image'])
    for (const name of ['clip.MOV', 'clip.mkv', 'clip.3gp', '00001.MTS'])
      expect([name, fileKind(named(name))]).toEqual([name, 'video'])
    expect(fileKind(named('voice.FLAC'))).toBe('audio')
    expect(fileKind(named('report.pdf', 'application/pdf'))).toBeNull()
    expect(fileKind(named('report.mp4', 'application/pdf'))).toBeNull()
  })

  it('is refused as HEIC by a browser that cannot decode it [UPL-2]', async () => {
    for (const file of [named('IMG_5195.HEIC'), named('a.hif'), named('photo', 'image/heic')])
      expect([file.name, await readableFile(file)]).toEqual([file.name, null])
    const photo = named('a.jpg', 'image/jpeg')
    expect(await readableFile(photo)).toBe(photo)
  })
})
