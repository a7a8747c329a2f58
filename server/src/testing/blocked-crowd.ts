import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { blocks } from '#features/blocks/schema.ts'
import { openInsideDatabase } from './inside-database.ts'

/** Blocks each person after the previous one; returns their common last name. */
export async function addBlockedCrowd(dataDir: string, size: number): Promise<string> {
  const lastName = `Crowd${randomUUID().slice(0, 8)}`
  const { db, close } = openInsideDatabase(dataDir)
  const from = Date.now()
  try {
    await db.transaction(async (tx) => {
      for (let number = 1; number <= size; number += 1) {
        const at = new Date(from + number)
        const { id } = await createPerson(tx, {
          email: `${lastName}-${number}@club.example`,
          firstName: `Number${number}`,
          lastName,
          isBlocked: true,
          createdAt: at,
        })
        await tx
          .insert(blocks)
          .values({ id: uuid(), personId: id, reason: 'Spam or advertising', startsAt: at })
      }
    })
  } finally {
    await close()
  }
  return lastName
}
