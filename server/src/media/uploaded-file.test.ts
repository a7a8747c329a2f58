import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg, madeByFfmpeg, recording } from '#testing/clips.ts'
import { realFile } from '#testing/real-file.ts'
import { splitArguments } from './split-arguments.ts'
import { examineFile } from './uploaded-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinds-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function detected(bytes: Uint8Array) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const { type, notTaken } = await examineFile(path)
  return type ? `${type.kind}: ${type.mimeType}` : notTaken ? `not taken: ${notTaken.format}` : 'unknown'
}

const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8, type.padStart(8), 'latin1')
  head.writeUInt32BE(8 + content.length)
  return Buffer.concat([head, content])
}
/** A HEIF file of one picture of a codec. */
const heif = (brand: string, codec: string) => {
  const info = box('infe', Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from(codec), Buffer.alloc(1))
  const infos = box('iinf', Buffer.from([0, 0, 0, 0, 0, 1]), info)
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1miaf`, 'latin1')),
    box('meta', Buffer.alloc(4), infos),
    Buffer.alloc(100),
  ])
}
/** A page of Ogg with one packet; it begins a stream unless its flags say otherwise. */
const page = (packet: string, flags = 2) =>
  Buffer.concat([
    Buffer.from('OggS\0'),
    Buffer.from([flags]),
    Buffer.alloc(20),
    Buffer.from([1, packet.length]),
    Buffer.from(packet, 'latin1'),
  ])
const branded = (file: Buffer, brand: string) => {
  const copy = Buffer.from(file)
  copy.write(brand.padEnd(4), 8, 'latin1')
  return copy
}

describe('what a file is', () => {
  it('says its tracks, not its brand: a voice note called MP4 is a recording [UPL-3]', async () => {
    expect(await detected(await realFile('voice-note-isom-brand.m4a'))).toBe('audio: audio/mp4')
    const film = await realFile('phone-3gp5-brand.mp4')
    for (const brand of ['3gp5', '3gp4', '3g2a', 'isom', 'mp42', 'M4V', 'M4A', 'F4V', 'MSNV', 'XAVC', 'dash'])
      expect([brand, await detected(branded(film, brand))]).toEqual([brand, 'video: video/mp4'])
    expect(await detected(branded(film, 'qt'))).toBe('video: video/quicktime')
  })

  it('says the codec of a picture in HEIF, whatever its brand [UPL-3]', async () => {
    const avif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
      .avif()
      .toBuffer()
    for (const brand of ['avif', 'avis', 'mif1', 'miaf'])
      expect([brand, await detected(branded(avif, brand))]).toEqual([brand, 'image: image/avif'])
    expect(await detected(heif('heic', 'hvc1'))).toBe('not taken: HEIC')
    expect(await detected(heif('mif1', 'hvc1'))).toBe('not taken: HEIC')
    for (const codec of ['avc1', 'vvc1', 'j2k1', 'jpeg', 'unci'])
      expect([codec, await detected(heif('mif2', codec))]).toEqual([codec, 'not taken: HEIF'])
  })

  it('names the format of pictures that are not taken [UPL-3]', async () => {
    const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    expect(await detected(await drawn.clone().tiff().toBuffer())).toBe('not taken: TIFF')
    expect(await detected(Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]))).toBe('not taken: BMP')
    expect(await detected(Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(100)]))).toBe(
      'not taken: JPEG XL',
    )
    expect(await detected(Buffer.from('just some words'))).toBe('unknown')
  })

  it.skipIf(!hasFfmpeg)('detects videos and recordings of many devices by content [UPL-3]', async () => {
    const small = { size: '32x32', seconds: 0.2 }
    const opus = splitArguments('-f lavfi -i sine=440:duration=0.2 -c:a libopus')
    const plain = splitArguments('-f lavfi -i sine=440:duration=0.2')
    const given: [string, Buffer, string][] = [
      ['mov', await clip({ ...small, type: 'mov' }), 'video: video/quicktime'],
      [
        'fragmented',
        await clip({ ...small, args: splitArguments('-movflags frag_keyframe+empty_moov') }),
        'video: video/mp4',
      ],
      ['audio in mov', await madeByFfmpeg([...plain, '-c:a', 'aac'], 'mov'), 'audio: audio/mp4'],
      ['avi', await clip({ ...small, type: 'avi' }), 'video: video/x-msvideo'],
      ['mkv', await clip({ ...small, type: 'mkv' }), 'video: video/x-matroska'],
      ['webm voice', await madeByFfmpeg(opus, 'webm'), 'audio: audio/webm'],
      ['mka', await madeByFfmpeg(opus, 'mka'), 'audio: audio/x-matroska'],
      ['ts', await clip({ ...small, type: 'ts' }), 'video: video/mp2t'],
      ['mpg', await clip({ ...small, type: 'mpg' }), 'video: video/mpeg'],
      ['flac', await recording('flac'), 'audio: audio/flac'],
      ['aiff', await recording('aiff'), 'audio: audio/aiff'],
      ['rf64', await recording('wav', splitArguments('-rf64 always')), 'audio: audio/wav'],
      ['w64', await recording('w64'), 'audio: audio/x-w64'],
      ['caf', await recording('caf'), 'audio: audio/x-caf'],
      ['aac', await recording('aac'), 'audio: audio/aac'],
      ['flv', await clip({ ...small, type: 'flv', args: splitArguments('-ar 44100') }), 'not taken: Flash'],
    ]
    for (const [name, bytes, expected] of given)
      expect([name, await detected(bytes)]).toEqual([name, expected])
    const mkv = await clip({ ...small, type: 'mkv' })
    const nameless = Buffer.from(mkv)
    nameless.fill(0, nameless.indexOf('matroska'), nameless.indexOf('matroska') + 8)
    expect(await detected(nameless)).toBe('video: video/x-matroska')
  })

  it.skipIf(!hasFfmpeg)('takes Motion JPEG for a film and a cover for none [UPL-3]', async () => {
    const camera = await clip({
      size: '32x32',
      type: 'mov',
      args: splitArguments('-c:v mjpeg -c:a pcm_s16le'),
    })
    expect(camera.includes('jpeg')).toBe(true)
    expect(await detected(camera)).toBe('video: video/quicktime')
    const voice = splitArguments('-f lavfi -i sine=440:duration=3')
    const cover = splitArguments('-f lavfi -i color=red:size=32x32:rate=1:duration=1 -c:v mjpeg')
    expect(await detected(await madeByFfmpeg([...voice, ...cover], 'mov'))).toBe('audio: audio/mp4')
    const chapters = splitArguments('-f lavfi -i testsrc=size=32x32:rate=0.5:duration=4 -c:v mjpeg')
    expect(await detected(await madeByFfmpeg([...voice, ...chapters], 'mov'))).toBe('audio: audio/mp4')
  })

  it('knows a film in Ogg whichever of its streams comes first [UPL-3]', async () => {
    const skeleton = page('fishead\0\0\0')
    const [picture, sound] = [page('\x80theora\x03\x02'), page('\x01vorbis\0\0')]
    const rest = page('\x03vorbis', 0)
    const as = (...pages: Buffer[]) => detected(Buffer.concat([...pages, rest]))
    expect(await as(sound, picture)).toBe('video: video/ogg')
    expect(await as(skeleton, picture, sound)).toBe('video: video/ogg')
    expect(await as(skeleton, sound)).toBe('audio: audio/ogg')
    expect(await as(page('OpusHead'), page('BBCD\0'))).toBe('video: video/ogg')
    expect(await as(skeleton)).toBe('unknown')
  })

  it('is read in bounded time from a file of boxes without end', async () => {
    const endless = Buffer.concat([
      box('ftyp', Buffer.from('mp42\0\0\0\0')),
      ...Array.from({ length: 200_000 }, () => box('free')),
    ])
    expect(await detected(endless)).toBe('video: video/mp4')
  })
})
