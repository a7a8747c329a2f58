import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { expect } from 'vitest'
import sharp from 'sharp'
import type { Caller } from './caller.ts'
import { sendResumably } from './resumable.ts'

type Typed = {
  title?: string
  content?: string
  mediaAlt?: string
  opensAt?: string | null
}

export const blank = { title: '', content: '', mediaAlt: '', opensAt: null }

export async function newDraft(creator: Caller, typed: Typed = {}) {
  const body = { version: 0, ...blank, content: 'Text', ...typed }
  const made = await creator.call(api.drafts.save, { params: { id: randomUUID() }, body })
  expect([made.status, made.message]).toEqual([200, ''])
  return made.body
}

export const picture = (background = '#2255aa') =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

/** Attaches a file to a draft like the editor: uploaded in parts, then attached. */
export async function attach(creator: Caller, id: string, file: Uint8Array) {
  const uploadId = await sendResumably(creator, file)
  return creator.call(api.drafts.attachFile, { params: { id }, body: { uploadId } })
}
