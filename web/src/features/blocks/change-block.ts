import type { ListedPerson } from '@touchline/contract/blocks.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { fullNameOf } from '#people/names.ts'
import { toast } from '#ui/toast-store.ts'
import { useBlock } from './requests.ts'

export function useChangeBlock(person: ListedPerson) {
  const change = useBlock(person.id)
  const isExpired = useExpiredSession()
  const name = fullNameOf(person, person.email)
  const tried = async (wanted: Parameters<typeof change.mutateAsync>[0]) => {
    try {
      await change.mutateAsync(wanted)
      toast({
        title: wanted.blocked ? 'User blocked' : 'User unblocked',
        description: wanted.blocked
          ? `${name} is signed out everywhere and notified by email.`
          : `${name} can sign in again and is notified by email.`,
        kind: 'success',
      })
      return true
    } catch (error) {
      if (!isExpired(error))
        toast({ title: 'Error', description: 'Failed to update user block status.', kind: 'destructive' })
      return false
    }
  }
  return {
    isPending: change.isPending,
    block: (reason: string, until: string | null) => tried({ blocked: true, reason, until }),
    unblock: () => tried({ blocked: false }),
  }
}
