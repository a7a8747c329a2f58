import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Refusal } from '#errors.ts'
import { readAtPace } from '#http/slow-bodies.ts'
import { type Admission, stopWhenFull } from './intake.ts'
import type { MediaStore } from './media-store.ts'
import { isStorageFull, storageFull } from './storage-errors.ts'
import { fileWatch, type UploadedFile } from './uploaded-file.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Rules = {
  field: string
  maxBytes: number
  /** Called with the announced size when a file begins; throws to reject it. */
  admit: (bytes: number) => Promise<Admission>
  /** The window for the minimum upload speed; half a minute by default. */
  paceMs?: number
}

/** The text fields of a form and its file, if one was selected. The caller stores or discards the file. */
export type Upload = { fields: Record<string, string>; file: UploadedFile | null }

const fieldBytes = 256 * 1024
/** The maximum size of the form without its file. */
const formBytes = 1024 * 1024

const sizeText = (megabytes: number) =>
  megabytes >= 1024 ? `${Number((megabytes / 1024).toFixed(1))}GB` : `${megabytes}MB`

export const tooLarge = (maxBytes: number) =>
  new Refusal(413, 'too_large', `This file is too large: the limit is ${sizeText(maxBytes / 1024 / 1024)}.`)

/**
 * A failure leaves nothing behind. Throws 400 for a malformed form, 413 when it is too large, 507 when the disk is
 * full, 408 when it is too slow, and what `admit` throws.
 */
export async function receiveUpload(exchange: Exchange, store: MediaStore, rules: Rules): Promise<Upload> {
  if (!exchange.request.isMultipart())
    throw new Refusal(415, 'unsupported_media', 'Please send this as a form with a file.')
  try {
    return await readAtPace(exchange, rules, () => readForm(exchange.request, store, rules))
  } catch (error) {
    throw asRefusal(error)
  }
}

async function readForm(request: FastifyRequest, store: MediaStore, rules: Rules): Promise<Upload> {
  const { field, maxBytes } = rules
  const upload: Upload = { fields: {}, file: null }
  try {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > maxBytes + formBytes) throw tooLarge(maxBytes)
    const limits = { fileSize: maxBytes, fieldSize: fieldBytes, files: 1, fields: 10, parts: 11 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== field) throw wrongField(field)
        const admission = await rules.admit(announced)
        upload.file = await saveFile(part, store, { maxBytes, admission }).finally(() => admission.leave())
      } else {
        if (Object.hasOwn(upload.fields, part.fieldname)) throw invalid('The form names a field twice.')
        upload.fields[part.fieldname] = textOf(part)
      }
    }
    return upload
  } catch (error) {
    if (upload.file) await store.discard(upload.file.path)
    throw error
  }
}

const wrongField = (field: string) => {
  const message = `The file belongs in the field ${field}.`
  return invalid(message, { [field]: message })
}

const onlyText = () => invalid('The form may contain only text besides its file.')

function textOf({ value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw new Refusal(413, 'too_large', 'This text is too long.')
  if (typeof value !== 'string') throw onlyText()
  // Browsers send line breaks as CRLF.
  return value.replaceAll('\r\n', '\n')
}

/** Saves one file part. An empty part means that no file was selected. */
async function saveFile(
  part: MultipartFile,
  store: MediaStore,
  { maxBytes, admission }: { maxBytes: number; admission: Admission },
): Promise<UploadedFile | null> {
  const path = store.tempPath()
  const watch = fileWatch()
  const tooMuch = new AbortController()
  part.file.once('limit', () => tooMuch.abort())
  const written = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(
      part.file,
      async function* watched(source: AsyncIterable<Buffer>) {
        for await (const chunk of stopWhenFull(source, admission)) {
          watch.see(chunk)
          yield chunk
        }
      },
      written,
      { signal: tooMuch.signal },
    )
    if (part.file.truncated) throw tooLarge(maxBytes)
    if (watch.bytes > 0) return await watch.describe(path)
    await store.discard(path)
    return null
  } catch (error) {
    // The file may only appear after the failure, so wait before deleting it.
    if (!written.closed) await new Promise<void>((close) => written.destroy().once('close', close))
    await store.discard(path)
    throw tooMuch.signal.aborted ? tooLarge(maxBytes) : error
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

function asRefusal(error: unknown): unknown {
  if (isStorageFull(error)) return storageFull()
  const code = codeOf(error)
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return onlyText()
  if (code === 'FST_FILES_LIMIT') return invalid('Please send one file at a time.')
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return invalid('The upload was cut off. Please try again.')
  // Parser errors for malformed forms have no code.
  if (code === null && error instanceof Error && !(error instanceof Refusal) && error.name === 'Error')
    return invalid('The upload is incomplete or malformed. Please try again.')
  return error
}
