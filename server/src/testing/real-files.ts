import { api } from '@touchline/contract/api.ts'
import { openClub } from './club.ts'
import { attach, newDraft } from './new-draft.ts'
import { filmTimeout } from './film-club.ts'
import { expect } from 'vitest'

/** A club with or without ffmpeg, and helpers that submit files as its creator. */
export async function openFileClub({ hasFfmpeg }: { hasFfmpeg: boolean }) {
  const club = await openClub({ PATH: hasFfmpeg ? (process.env['PATH'] ?? '') : '/nowhere' })
  const { creator, member } = club.people

  /** Posts a file with the quick form; returns the post once it is processed, or the refusal. */
  async function posted(file: Uint8Array, contentType: 'image' | 'video', name = 'file') {
    const body = new FormData()
    body.append('contentType', contentType)
    body.append('media', new Blob([new Uint8Array(file)]), name)
    const sent = await creator.call(api.posts.publish, { body })
    if (sent.status !== 201) return { status: sent.status, problem: sent.message, media: null }
    await club.services.jobs.settled()
    const shown = async () => (await creator.call(api.posts.show, { params: { id: sent.body.id } })).body
    await expect.poll(async () => (await shown()).status, filmTimeout).not.toBe('processing')
    const settled = await shown()
    return { ...settled, problem: settled.problem ?? null }
  }

  async function drafted(file: Uint8Array) {
    const { id } = await newDraft(creator)
    const sent = await attach(creator, id, file)
    if (sent.status !== 200)
      return { status: sent.status, problem: sent.message, mediaType: null, media: null, parts: [] }
    await club.services.jobs.settled()
    const shown = async () => (await creator.call(api.drafts.show, { params: { id } })).body
    await expect.poll(async () => (await shown()).status, filmTimeout).not.toBe('processing')
    const settled = await shown()
    return { ...settled, problem: settled.problem ?? null }
  }

  async function bytesAt(url: string) {
    const answer = await member.fetch(url)
    expect([url, answer.status]).toEqual([url, 200])
    return Buffer.from(await answer.arrayBuffer())
  }
  return { club, posted, drafted, bytesAt, close: () => club.close() }
}
