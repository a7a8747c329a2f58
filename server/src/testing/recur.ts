import type { Club } from './club.ts'

export async function recur({ services }: Pick<Club, 'services'>, queue: string): Promise<void> {
  const from = new Date('2027-03-01T00:00:00Z')
  const due = services.jobs.dueBetween(from, new Date(from.getTime() + 31 * 24 * 60 * 60_000))
  const work = due.find((one) => one.queue === queue)
  if (!work) throw new Error(`nothing called ${queue} recurs`)
  await work.run()
}
