import { api } from '@touchline/contract/api.ts'
import { feedMarkKey, feedPageSize, postListKey } from '@touchline/contract/first-posts.ts'
import { pageKeys } from '@touchline/contract/page-data.ts'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { people, sessions } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { type Caller, type CallResult, cookiesOf } from '#testing/caller.ts'
import { openVisitCounter } from '#features/sources/count-visits.ts'
import { sourceVisits } from '#features/sources/schema.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { openSiteWithPage, type SiteWithPage } from '#testing/site-with-page.ts'
import { quiet } from '#testing/wait-until-settled.ts'

/** What the build would contain: a page with the marks, and a renderer that says what it was given. */
const built = {
  'index.html': [
    '<!doctype html><head><!--head--><title>Plain</title><!--/head--></head>',
    '<!--page--><div id="root" data-waits>Loading</div><!--/page-->',
    '</html>',
  ].join('\n'),
  'pages.json': JSON.stringify(['/', '/login', '/terms', '/content', '/setup', '/post/$postId']),
  'rendering/render-page.js': `
    let renders = 0
    export const publicPaths = ['/', '/login', '/terms']
    export const memberPaths = ['/', '/content']
    export const emailLinkPaths = ['/setup']
    export async function renderPage({ path, teaser, front, isGateClosed }, cache) {
      renders += 1
      const isMember = cache.some(({ key, data }) => key[0] === 'session' && data.state === 'signedIn')
      const isKnown = publicPaths.includes(path) || teaser || isMember
      return {
        path: isGateClosed ? 'gate' : isKnown ? path : null,
        html: isGateClosed ? '<h1>The gate</h1>' : '<h1>Page ' + path + ' of ' + (front?.teasers.length ?? 0) + '</h1><i>render ' + renders + '</i>',
        styles: isMember ? '[data-style=s0]{height:1px}' : '',
        title: 'Title of ' + path,
        description: 'About ' + path,
      }
    }`,
}

let site: SiteWithPage
beforeAll(async () => {
  site = await openSiteWithPage({ ACCESS_CODE: 'off' }, built)
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.services.db.delete(posts)
})

async function addPost(row: Partial<typeof posts.$inferInsert> = {}, at = site) {
  const id = uuid()
  await at.services.db.insert(posts).values({
    id,
    creatorId: at.people.creator.id,
    title: 'Added time',
    content: 'Members read this.',
    mediaType: 'text',
    createdAt: at.clock.now(),
    ...row,
  })
  return id
}

// What a test reads is in the page or fails.
// oxlint-disable-next-line typescript/no-explicit-any
type Embedded = { key: string[]; data: any }

/** The embedded data by the names in the browser's cache. */
function dataOf({ rendered, cache }: { rendered: string | null; cache: Embedded[] }) {
  const found = (key: string[]) => cache.find((one) => one.key.join() === key.join())
  const teaser = cache.find(({ key }) => key[0] === 'teasers' && key.length === 2)
  const teasers = found(pageKeys.teasers)
  return {
    rendered,
    isVisitor: found(pageKeys.session)?.data.state === 'signedOut',
    site: found(pageKeys.site)?.data,
    ...(teaser ? { teaser: teaser.data } : {}),
    ...(teasers ? { teasers: teasers.data.teasers } : {}),
  }
}

/** Replaces the address of the test by one that can be written down. */
const withName = (text: string, at = site) => text.replaceAll(at.services.address.url, 'https://club.example')

async function open(path: string, { cookie = '', at = site } = {}) {
  const answer = await fetch(`${at.siteUrl}${path}`, { headers: cookie ? { cookie } : {} })
  const html = withName(await answer.text(), at)
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1]
  const json = (pattern: RegExp) => {
    const text = pattern.exec(html)?.[1]
    return text === undefined ? null : JSON.parse(text)
  }
  return {
    status: answer.status,
    robots: answer.headers.get('x-robots-tag'),
    html,
    body: html.slice(html.indexOf('<div id="root"')),
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    meta,
    data: dataOf(json(/<script type="application\/json" id="page-data">(.*?)<\/script>/)),
    jsonLd: json(/<script type="application\/ld\+json">(.*?)<\/script>/),
  }
}

const htmlOf = async (path: string) => (await open(path)).html

const unknownPost = async (id = uuid()) => (await htmlOf(`/post/${id}`)).replace(id, 'ID')

describe('a public page', () => {
  it('comes with its content, its data and its link card [FRONT-1, FRONT-3]', async () => {
    await addPost()
    await expect.poll(async () => (await open('/')).body).toContain('<h1>Page / of 1</h1>')
    const front = await open('/')
    expect(front).toMatchObject({
      status: 200,
      robots: null,
      title: 'Title of /',
      canonical: 'https://club.example/',
      data: { isVisitor: true, rendered: '/', site: { price: 12.99 }, teasers: [{ title: 'Added time' }] },
      jsonLd: {
        '@graph': [{ '@type': 'Organization' }, { '@type': 'WebSite', url: 'https://club.example/' }],
      },
    })
    expect(front.meta('description')).toBe('About /')
    expect(front.meta('og:title')).toBe('Sam Whitlock')
    expect(front.meta('og:url')).toBe('https://club.example/')
    expect(front.meta('og:image')).toMatch(/^https:\/\/club\.example\/api\/site\/card\.png\?v=/)
    expect([front.meta('og:image:width'), front.meta('og:image:height')]).toEqual(['1200', '630'])
    expect(front.meta('twitter:card')).toBe('summary_large_image')
    expect((await open('/terms/')).canonical).toBe('https://club.example/terms')
  })

  it('shows an admin the draft as a visitor or a member sees it, and only to them [SITE-8]', async () => {
    const { admin, member } = site.people
    const { revision } = (await admin.call(api.siteSettings.show)).body
    await admin.call(api.siteSettings.save, { body: { revision, settings: { name: 'Drafted' } } })
    const started = await admin.fetch('/api/admin/site/preview?as=visitor')
    expect([started.status, started.headers.get('location')]).toEqual([303, '/'])
    await admin.fetch('/api/admin/site/preview?as=off')
    expect([...admin.cookies.keys()]).not.toContain('touchline_preview')
    const seenBy = async (person: typeof admin | null, as: string, path = '/') => {
      const cookie = `${person ? cookiesOf(person) : ''}; touchline_preview=${as}`
      const { data, html } = await open(path, { cookie })
      return [data.site.name, data.isVisitor, data.rendered, html.includes('Preview of the draft')]
    }
    expect(await seenBy(admin, 'visitor')).toEqual(['Drafted', true, '/', true])
    expect(await seenBy(admin, 'visitor', '/terms')).toEqual(['Drafted', true, '/terms', true])
    expect(await seenBy(admin, 'member')).toEqual(['Drafted', false, null, true])
    expect(await seenBy(admin, 'nonsense')).toEqual(['Touchline', false, null, false])
    expect(await seenBy(member, 'visitor')).toEqual(['Touchline', false, null, false])
    expect(await seenBy(null, 'visitor')).toEqual(['Touchline', true, '/', false])
    await admin.call(api.siteSettings.discard)
  })

  it('is left to search engines where it says what the club is [FRONT-3]', async () => {
    expect((await open('/terms')).robots).toBeNull()
    for (const path of ['/login', '/content', '/setup', '/none'])
      expect([path, (await open(path)).robots]).toEqual([path, 'noindex'])
  })

  it('is rendered by the browser for people with a session and for members’ pages [FRONT-1]', async () => {
    const cookie = cookiesOf(site.people.member)
    for (const path of ['/terms', '/content?page=2', `/post/${await addPost()}`]) {
      const page = await open(path, { cookie })
      expect([path, page.status, page.data.isVisitor, page.data.rendered]).toEqual([path, 200, false, null])
      expect(page.body).toContain('Loading')
    }
    const page = await open('/content')
    expect([page.data.isVisitor, page.data.rendered, page.body.includes('Loading')]).toEqual([
      true,
      null,
      true,
    ])
  })

  it('follows the creator [FRONT-1]', async () => {
    expect((await open('/')).data.site.creator.name).toBe('Sam Whitlock')
    const { db } = site.services
    const ofCreator = eq(people.id, site.people.creator.id)
    await db.update(people).set({ firstName: 'Alex' }).where(ofCreator)
    await expect.poll(async () => (await open('/')).meta('og:title')).toBe('Alex Whitlock')
    await db.update(people).set({ firstName: 'Sam' }).where(ofCreator)
    await expect.poll(async () => (await open('/')).meta('og:title')).toBe('Sam Whitlock')
  })

  it('is 404 for an unknown address, without a card [SYS-6, FRONT-3]', async () => {
    const page = await open('/no/such/page')
    expect([page.status, page.title, page.data.rendered]).toEqual([404, 'Title of /404', null])
    expect([page.canonical, page.meta('og:title'), page.jsonLd]).toEqual([undefined, undefined, null])
  })
})

/** The embedded answers of the API at a path, as it would send them; null where it would refuse. */
async function answersIn(path: string, who: Pick<Caller, 'cookies'>) {
  const answer = await fetch(`${site.siteUrl}${path}`, { headers: { cookie: cookiesOf(who) } })
  const [, text = ''] = /id="page-data">(.*?)<\/script>/.exec(await answer.text()) ?? []
  const { cache }: { cache: Embedded[] } = JSON.parse(text)
  const dataAt = (...key: unknown[]) =>
    cache.find((one) => JSON.stringify(one.key.slice(0, key.length)) === JSON.stringify(key))?.data ?? null
  return {
    isStored: answer.headers.get('cache-control') !== 'no-store',
    user: dataAt(...pageKeys.session)?.viewer ?? null,
    posts: dataAt(...postListKey({ page: 1, limit: feedPageSize })),
    mark: dataAt(...feedMarkKey('').slice(0, 1)),
  }
}

const bodyOf = <Body>({ status, body }: CallResult<Body>) => (status === 200 ? body : null)

async function answersOfApi({ call }: Pick<Caller, 'call'>) {
  return {
    isStored: false,
    user: bodyOf(await call(api.accounts.signedInUser)),
    posts: bodyOf(await call(api.posts.list, { query: { page: 1, limit: feedPageSize } })),
    mark: bodyOf(await call(api.feed.showMark, { query: { limit: feedPageSize } })),
  }
}

const renderedFor = async (path: string, who: Pick<Caller, 'cookies'>) => {
  const page = await open(path, { cookie: cookiesOf(who) })
  return [path, page.data.rendered, page.html.includes('[data-style=s0]{height:1px}</style>')]
}

describe('a page for people with a session', () => {
  it('comes with what the API returns to them, and nothing it refuses [FRONT-5]', async () => {
    await addPost()
    const seen = []
    for (const [kind, who] of Object.entries(site.people)) {
      const embedded = await answersIn('/content', who)
      expect([kind, embedded]).toEqual([kind, await answersOfApi(who)])
      seen.push([kind, embedded.user !== null, embedded.posts?.total ?? 0])
    }
    expect(seen).toEqual(
      expect.arrayContaining([
        ['member', true, 1],
        ['lapsed', true, 0],
        ['blocked', false, 0],
      ]),
    )
  })

  it('comes with nothing of theirs once the session has ended [FRONT-5]', async () => {
    const { services } = site
    const { id, cookies } = site.people.otherMember
    expect((await answersIn('/content', { cookies })).user).toMatchObject({ id })
    const kept = await services.db.delete(sessions).where(eq(sessions.personId, id)).returning()
    expect(await answersIn('/content', { cookies })).toEqual({
      isStored: false,
      user: null,
      posts: null,
      mark: null,
    })
    await services.db.insert(sessions).values(kept)
  })

  it('is rendered on the server where it comes with posts [FRONT-5]', async () => {
    await addPost()
    const { member, creator, lapsed, blocked } = site.people
    expect(await renderedFor('/', member)).toEqual(['/', '/', true])
    expect(await renderedFor('/content', creator)).toEqual(['/content', '/content', true])
    expect(await renderedFor('/content?page=2', member)).toEqual(['/content?page=2', null, false])
    for (const who of [lapsed, blocked])
      expect(await renderedFor('/content', who)).toEqual(['/content', null, false])
  })

  it('comes without posts where it opens on others [FRONT-5]', async () => {
    for (const path of ['/content?page=2', '/settings', '/post/1'])
      expect([path, await answersIn(path, site.people.member)]).toMatchObject([
        path,
        { user: {}, posts: null, mark: null },
      ])
  })
})

describe('the page of a shared post', () => {
  it('shows strangers its title, a link card and that the rest is paid [FRONT-2, FRONT-3]', async () => {
    const id = await addPost({ sharing: 'teaser' })
    const page = await open(`/post/${id}`)
    expect(page).toMatchObject({
      status: 200,
      robots: null,
      canonical: `https://club.example/post/${id}`,
      data: { rendered: `/post/${id}`, teaser: { title: 'Added time', lines: 'Members read this.' } },
    })
    expect(page.body).toContain(`<h1>Page /post/${id}`)
    expect([page.meta('og:title'), page.meta('og:type'), page.meta('description')]).toEqual([
      'Added time',
      'article',
      'Members read this.',
    ])
    expect(page.meta('og:image')).toContain(`https://club.example/api/site/teasers/${id}/card.png?v=`)
    expect(page.jsonLd['@graph'][1]).toMatchObject({
      '@type': 'Article',
      headline: 'Added time',
      isAccessibleForFree: false,
      hasPart: { isAccessibleForFree: false, cssSelector: '.members-only' },
    })
  })

  it('keeps markup, quotes and very long titles harmless [FRONT-3]', async () => {
    const hostile = `</title></script><script>alert(1)</script>"'&amp;<!--/page-->__CSP_NONCE__`
    const id = await addPost({ title: hostile, content: hostile, sharing: 'teaser' })
    const page = await open(`/post/${id}`)
    expect(page.html).not.toContain('<script>alert')
    expect(page.html.match(/<!--\/page-->/g)).toBeNull()
    expect(page.html).toContain('__CSP_NONCE__')
    expect(page.data.teaser.title).toBe(hostile)
    expect(page.jsonLd['@graph'][1].headline).toBe(hostile)
    const long = await open(`/post/${await addPost({ title: 'é'.repeat(200) })}`)
    expect(long.meta('og:title')).toBe(`${'é'.repeat(109)}…`)
  })

  it('is 404 for every other post, the same for all of them [FRONT-2, SYS-6]', async () => {
    const shared = await addPost()
    const opensAt = new Date(site.clock.now().getTime() + 3_600_000)
    const others = [
      await addPost({ status: 'removed' }),
      await addPost({ status: 'processing' }),
      await addPost({ sharing: 'off' }),
      await addPost({ opensAt }),
      uuid(),
      'no-such-post',
      shared.replaceAll('-', ''),
    ]
    const pages = await Promise.all(others.map((id) => open(`/post/${id}`)))
    expect(pages.map(({ status, robots }) => [status, robots])).toEqual(others.map(() => [404, 'noindex']))
    const alike = pages.map(({ html }, index) => html.replace(others[index]!, 'ID'))
    expect(new Set(alike).size).toBe(1)
    expect(pages[0]!.data.teaser).toBeNull()
    expect((await open(`/post/${shared.toUpperCase()}`)).canonical).toBe(
      `https://club.example/post/${shared}`,
    )
  })

  it('costs no query and no render until something changes, and an unknown post one query [FRONT-2]', async () => {
    const id = await addPost()
    const query = vi.spyOn(Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    // The notification of the new post may arrive between two requests, which renders the page once more.
    await vi.waitFor(
      async () => {
        const first = await htmlOf(`/post/${id}`)
        const missing = await unknownPost()
        query.mockClear()
        for (let time = 0; time < 10; time += 1) expect(await htmlOf(`/post/${id}`)).toBe(first)
        expect(query).not.toHaveBeenCalled()
        for (let time = 0; time < 10; time += 1) expect(await unknownPost()).toBe(missing)
        expect(query).toHaveBeenCalledTimes(10)
      },
      { timeout: 20_000 },
    )
  })
})

describe('behind the gate', () => {
  let gated: SiteWithPage
  beforeAll(async () => {
    gated = await openSiteWithPage({ ACCESS_CODE: 'half-time' }, built)
  })
  afterAll(() => gated.close())

  it('every page is the gate, with the card of a shared post in its head only [GATE-1, FRONT-2, FRONT-3]', async () => {
    const id = await addPost({ sharing: 'teaser' }, gated)
    const page = await open(`/post/${id}`, { at: gated })
    expect(page).toMatchObject({ status: 200, robots: 'noindex', jsonLd: null, data: { rendered: 'gate' } })
    expect([page.meta('og:title'), page.meta('og:image')]).toEqual([
      'Added time',
      expect.stringContaining(`/teasers/${id}/card.png`),
    ])
    expect(page.body).toContain('The gate')
    expect(page.body).not.toMatch(/Added time|Members read/)
    expect(page.data).not.toHaveProperty('teaser')
    const front = await open('/', { at: gated })
    expect([front.robots, front.meta('og:title'), front.data.teasers]).toEqual([
      'noindex',
      'Sam Whitlock',
      undefined,
    ])
    expect(await open(`/post/${uuid()}`, { at: gated })).toMatchObject({
      status: 404,
      data: { rendered: 'gate' },
    })
    expect((await open('/setup', { at: gated })).data.rendered).toBeNull()
  })

  it('those who have passed see the pages [GATE-5, FRONT-1]', async () => {
    const id = await addPost({}, gated)
    const visitor = gated.visitor()
    await visitor.call(api.gate.unlock, { body: { code: 'half-time' } })
    const passed = { cookie: cookiesOf(visitor), at: gated }
    expect(await open(`/post/${id}`, passed)).toMatchObject({
      status: 200,
      robots: 'noindex',
      data: { rendered: `/post/${id}` },
    })
    expect((await open('/terms', passed)).data.rendered).toBe('/terms')
  })

  it('visits and members are counted by where they come from [SRC-1]', async () => {
    const { admin } = gated.people
    const id = await addPost({ sharing: 'teaser' }, gated)
    const path = `/post/${id}?utm_source=News&utm_medium=email&utm_campaign=Launch`
    const referer = 'https://www.podcast.example/episodes/7'
    const visit = (to: string, headers: Record<string, string>) =>
      fetch(`${gated.siteUrl}${to}`, { headers: { 'sec-fetch-dest': 'document', ...headers } })
    await visit(path, { referer })
    // A reload, a link of this site, a prefetch, and a program.
    await visit(path, { referer, 'cache-control': 'max-age=0' })
    await visit(path, { referer, 'sec-fetch-site': 'same-origin' })
    await visit(path, { referer, 'sec-purpose': 'prefetch' })
    await fetch(`${gated.siteUrl}${path}`, { headers: { referer } })

    await admin.call(api.admissions.createCode, {
      body: { name: 'Podcast', code: 'episode-7', campaign: '', maxUses: null, expiresAt: null },
    })
    const visitor = gated.visitor()
    await visitor.call(api.gate.unlock, { body: { code: 'episode-7' } })
    const cameFrom = { url: `${gated.services.address.url}${path}`, referrer: referer }
    const { clientSecret } = await signUp(visitor, { ...newApplicant(), cameFrom })
    await payWith(visitor, gated, clientSecret!, cards.good)
    const { body } = await visitor.call(api.subscriptions.createUser, { body: {} })
    if (!('user' in body)) throw new Error('the account was not created')
    await quiet(gated)

    const listed = async () => (await admin.call(api.sources.list, { query: {} })).body.sources
    const counts = { visits: 1, joiners: 1, paidCents: 1299, eligible: 0, stayed: 0 }
    await expect.poll(listed).toEqual([
      { kind: 'campaign', value: 'news / email / launch', label: 'news / email / launch', ...counts },
      { kind: 'referrer', value: 'podcast.example', label: 'podcast.example', ...counts },
      { kind: 'teaser', value: id, label: 'Added time', ...counts },
      { kind: 'gate', value: expect.any(String), label: 'Podcast', ...counts },
      // The test before this one.
      expect.objectContaining({ kind: 'gate', label: 'ACCESS_CODE', visits: 1, joiners: 0 }),
    ])
    const behind = await admin.call(api.sources.joiners, {
      query: { kind: 'referrer', value: 'podcast.example' },
    })
    expect(behind.body.joiners).toMatchObject([{ id: body.user.id, paidCents: 1299, isMember: true }])

    // As if they had joined four months ago: what they paid covers three.
    await gated.services.db
      .update(people)
      .set({ createdAt: new Date(gated.clock.now().getTime() - 100 * 86_400_000) })
      .where(eq(people.id, body.user.id))
    expect((await admin.call(api.sources.list, { query: { days: '365' } })).body.sources[0]).toMatchObject({
      joiners: 1,
      eligible: 1,
      stayed: 1,
    })
    expect((await admin.call(api.sources.list, { query: { days: '30' } })).body.sources[0]).toMatchObject({
      visits: 1,
      joiners: 0,
    })
  })

  it('invented campaigns do not fill the database [SRC-1]', async () => {
    const counter = openVisitCounter(gated.services)
    for (let each = 0; each < 600; each += 1) counter.count('campaign', `invented ${each}`)
    await counter.save()
    expect(await gated.services.db.$count(sourceVisits, eq(sourceVisits.kind, 'campaign'))).toBe(501)
  })

  it('search engines get no sitemap [FRONT-3]', async () => {
    const robots = await fetch(`${gated.siteUrl}/robots.txt`)
    expect([robots.status, await robots.text()]).toEqual([200, 'User-agent: *\nAllow: /\n'])
    expect((await fetch(`${gated.siteUrl}/sitemap.xml`)).status).toBe(404)
  })
})

describe('search engines', () => {
  it('find the public pages and the shared posts in the sitemap [FRONT-3]', async () => {
    const createdAt = new Date('2026-05-04T10:00:00Z')
    const shared = await addPost({ createdAt })
    const hidden = [await addPost({ sharing: 'off' }), await addPost({ status: 'removed' })]
    const robots = await fetch(`${site.siteUrl}/robots.txt`)
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(withName(await robots.text())).toContain('Sitemap: https://club.example/sitemap.xml')
    const read = async () => withName(await (await fetch(`${site.siteUrl}/sitemap.xml`)).text())
    await expect
      .poll(read)
      .toContain(
        `<url><loc>https://club.example/post/${shared}</loc><lastmod>2026-05-04T10:00:00.000Z</lastmod></url>`,
      )
    const sitemap = await read()
    for (const path of ['/', '/influencer-info', '/terms', '/privacy', '/rules'])
      expect(sitemap).toContain(`<loc>https://club.example${path}</loc>`)
    for (const id of hidden) expect(sitemap).not.toContain(id)
  })
})
