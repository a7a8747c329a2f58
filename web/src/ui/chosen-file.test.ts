import { afterEach, expect, it, vi } from 'vitest'
import { fileKind, readableFile } from './chosen-file.ts'

afterEach(() => vi.unstubAllGlobals())

const chosen = (name: string, type = '') => new File(['picture'], name, { type })

const decodesAs = (width: number, height: number) =>
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }))

it.each([
  ['IMG_0001.HEIC', 'image/heic'],
  ['IMG_0002.heic', ''],
  ['burst.heif', 'image/heif'],
  ['camera.HIF', ''],
])('converts %s to JPEG where the browser can decode it [UPL-2]', async (name, type) => {
  decodesAs(12_032, 9024)
  const sizes: number[][] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done,
    wanted,
  ) {
    sizes.push([this.width, this.height])
    done(new Blob(['jpeg'], { type: wanted ?? '' }))
  })
  const made = await readableFile(chosen(name, type))
  expect([made!.type, made!.name.endsWith('.jpg'), fileKind(made!)]).toEqual(['image/jpeg', true, 'image'])
  // A canvas of a phone holds no more.
  expect(sizes).toEqual([[4096, 3072]])
})

it('has nothing for a HEIC picture that the browser cannot decode [UPL-2]', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
  expect(await readableFile(chosen('IMG_0001.HEIC', 'image/heic'))).toBeNull()
})

it('leaves every other file as it is', async () => {
  const photo = chosen('photo.jpg', 'image/jpeg')
  expect(await readableFile(photo)).toBe(photo)
})
