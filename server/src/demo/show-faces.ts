import { setAvatar } from '#features/profiles/avatar.ts'
import type { Services } from '#services.ts'
import { withDemoFile } from './demo-file.ts'
import { personWithEmail } from './open-accounts.ts'
import { avatars } from './script/avatars.ts'
import { demoEmail } from './accounts.ts'
import type { MemberTimeline } from './timeline.ts'

/** Sets the pictures of the creator and of a third of the members; existing ones stay. */
export async function showFaces(
  services: Services,
  { timelines, signal }: { timelines: readonly MemberTimeline[]; signal: AbortSignal },
): Promise<void> {
  const faces = timelines.flatMap(({ email, member }) => {
    const name = avatars.get(member.lastName)
    return name ? [{ email, name }] : []
  })
  for (const { email, name } of [{ email: demoEmail('creator'), name: 'portrait.webp' }, ...faces]) {
    signal.throwIfAborted()
    const person = await personWithEmail(services.db, email)
    if (person && !person.avatarId)
      await withDemoFile(services, name, (file) => setAvatar(services, { personId: person.id, file }))
  }
}
