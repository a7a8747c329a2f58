import { expect, type Page } from './club.ts'

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save for offline' })

export const savedList = (page: Page) => page.getByRole('list', { name: 'Saved posts' }).getByRole('listitem')

export async function saveHere(page: Page): Promise<void> {
  await saveButton(page).click()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
}

/** Opens a post by its title and returns its id. */
export async function openPost(page: Page, title: string): Promise<string> {
  const reply = await page.request.get(`/api/posts?page=1&limit=5&search=${encodeURIComponent(title)}`)
  const { posts }: { posts: { id: string }[] } = await reply.json()
  const id = posts[0]?.id ?? ''
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('article')).toContainText(title)
  return id
}

/** Starts saving the post and holds its files until the returned function is called. */
export async function saveSlowly(page: Page): Promise<() => void> {
  const files = Promise.withResolvers<void>()
  await page.route('**/media/**', async (route) => {
    await files.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/media/**')
  await saveButton(page).click()
  await asked
  return files.resolve
}

/** Finds a post by its title, saves it and returns its id. */
export async function save(page: Page, title: string): Promise<string> {
  const id = await openPost(page, title)
  await saveHere(page)
  return id
}

/** Counts the rows in each store of the saved posts. */
export const countSaved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Record<string, number>>((resolve, reject) => {
        const opening = indexedDB.open('touchline-saved')
        opening.addEventListener('error', () => reject(new Error('the database did not open')))
        opening.addEventListener('success', () => {
          const counts: Record<string, number> = {}
          const names = [...opening.result.objectStoreNames].filter((name) => name !== 'notes')
          const reading = opening.result.transaction(names)
          for (const name of names)
            reading
              .objectStore(name)
              .count()
              .addEventListener('success', ({ target }) => {
                counts[name] = target instanceof IDBRequest ? Number(target.result) : -1
              })
          reading.addEventListener('complete', () => {
            opening.result.close()
            resolve(counts)
          })
        })
      }),
  )

export const nothingSaved = { house: 0, parts: 0, posts: 0 }
