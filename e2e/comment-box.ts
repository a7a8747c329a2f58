import { expect, type Page } from './club.ts'

export const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })
export const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
export const listed = (page: Page) => page.getByRole('region', { name: 'All comments' }).getByRole('listitem')

/**
 * Comments over the API as the person of `page`, and returns the comment's id. Waits where tests that share a person
 * have reached the limit of ten comments a minute.
 */
export async function writeComment(
  { request }: Pick<Page, 'request'>,
  postId: string,
  data: { content: string; replyToId?: string | undefined; mentions?: { id: string; name: string }[] },
): Promise<string> {
  let id = ''
  await expect(async () => {
    const reply = await request.post(`/api/posts/${postId}/comments`, { data })
    expect(reply.status()).toBe(201)
    const comment: { id: string } = await reply.json()
    id = comment.id
  }).toPass()
  return id
}

/**
 * Repeats `send` until `check` passes within its patience: tests share the creator, who may write ten comments a minute.
 */
export const sendUntil = (
  send: () => Promise<unknown>,
  check: (patience: { timeout: number }) => Promise<void>,
) =>
  expect(async () => {
    await send()
    await check({ timeout: 10_000 })
  }).toPass()
