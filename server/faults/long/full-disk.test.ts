import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { hashPassword } from '#features/people/passwords.ts'
import { people } from '#features/people/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { report } from '#testing/test-report.ts'
import { openSite, type Site } from '../site-process.ts'
import { openSmallDisk } from '../small-disk.ts'

const soon = { timeout: 60_000 }

async function signedInCreator(site: Site) {
  const creator = site.visitor()
  const [email, password] = ['creator@club.example', 'ninety minutes and a bit']
  const passwordHash = await hashPassword(password)
  await site.inside((db) => db.update(people).set({ passwordHash }).where(eq(people.email, email)))
  expect((await creator.call(api.accounts.login, { body: { email, password } })).status).toBe(200)
  return creator
}

it('loses no acknowledged data on a full disk, keeps serving, restarts and recovers [R-07]', async ({
  skip,
}) => {
  const startedAt = performance.now()
  const disk = await openSmallDisk(420)
  if (!disk) throw skip('nothing may be mounted here: R-07 is proved where it may')
  let site: Site | null = null
  try {
    site = await openSite(disk.folder, { FREE_SPACE_FLOOR_MB: '0' })
    const creator = await signedInCreator(site)
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = await sharp({
      create: { width: 900, height: 900, channels: 3, background: '#555', noise },
    })
      .png()
      .toBuffer()
    const publish = () => {
      const body = new FormData()
      body.set('contentType', 'image')
      body.set('media', new Blob([new Uint8Array(picture)]), 'photo.png')
      return creator.call(api.posts.publish, { body })
    }
    const { body: post } = await publish()
    const params = { id: post.id }
    const sent = { answered: [] as string[], refused: [] as string[] }
    const comment = async (content: string) => {
      const { status } = await creator.call(api.comments.add, { params, body: { content } })
      sent[status === 201 ? 'answered' : 'refused'].push(content)
      return status
    }
    const looks = async () => [
      (await creator.call(api.posts.list)).status,
      (await creator.fetch(post.mediaUrl!)).status,
    ]
    expect(await comment('before it is full')).toBe(201)

    await disk.fill()
    expect(await publish()).toMatchObject({ status: 507, message: 'Storage is full.' })
    for (const number of [1, 2, 3])
      expect([201, 503, 507]).toContain(await comment(`while it is full ${number}`))
    expect(await looks()).toEqual([200, 200])

    await site.kill()
    await site.start()
    expect(await site.log()).toContain('The disk is full. Starting on the reserved space')
    expect(await looks()).toEqual([200, 200])

    await disk.free()
    const freedAt = performance.now()
    await expect.poll(() => comment('when there is room again'), soon).toBe(201)
    expect((await publish()).status).toBe(201)
    const backMs = performance.now() - freedAt
    const there = await site.inside((db) => db.select().from(comments))
    expect(there.map(({ content }) => content).toSorted()).toEqual(sent.answered.toSorted())
    report(
      'R-07',
      `507 for uploads, reads and media 200, ${sent.answered.length} comments answered for and 0 lost, started while full, all well ${(backMs / 1000).toFixed(1)} s after room was made`,
      { startedAt, seed: 0 },
    )
  } finally {
    await site?.stop()
    await disk.remove()
  }
})
