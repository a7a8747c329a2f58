import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { script } from '#demo/script/all-posts.ts'
import { seededRandom } from '#demo/seeded-random.ts'
import { develop } from './develop.ts'
import { isDrawingOrder } from './drawing-order.ts'

// The program of the child process in studio.ts: draws what is ordered, one picture after the other.
process.on('disconnect', () => process.exit())
sharp.cache(false)
sharp.concurrency(1)

async function draw(title: string, seed: number, path: string) {
  const show = script.find((post) => post.title === title)?.show
  if (!show || !('picture' in show)) throw new Error(`"${title}" shows no picture`)
  await writeFile(path, await develop(show.picture(seededRandom(seed, title))), { mode: 0o600 })
}

process.on('message', (order) => {
  if (!isDrawingOrder(order)) return
  void draw(order.title, order.seed, order.path).then(
    () => process.send?.({ path: order.path, problem: null }),
    (error: unknown) => process.send?.({ path: order.path, problem: String(error) }),
  )
})
