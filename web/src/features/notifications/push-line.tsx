import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { type PushHere, pushHereQuery } from './push-here.ts'

const words: Partial<Record<PushHere, string>> = {
  none: 'This browser does not support push messages.',
  'home screen first':
    'On an iPhone or iPad, add this site to the home screen first (Share, then Add to Home Screen), open it from there and turn push on.',
  refused:
    'This browser blocks push messages from this site. Allow notifications in the settings of the browser, then turn push on here.',
}

type Props = { isWanted: boolean; isPending: boolean; onTurnOn: () => void }

/** What this very browser says to push messages, and the way to it where others take them already. */
export function PushLine({ isWanted, isPending, onTurnOn }: Props) {
  const { data: here } = useQuery(pushHereQuery)
  const problem = here && words[here]
  return (
    <div aria-live="polite" className="grid justify-items-start gap-2 pl-8 text-sm empty:hidden">
      {problem ? <p className="text-caution">{problem}</p> : null}
      {isWanted && here === 'on' ? <p className="text-muted">This browser receives them.</p> : null}
      {isWanted && here === 'off' ? (
        <Button kind="outline" disabled={isPending} onClick={onTurnOn}>
          {isPending ? 'Asking...' : 'Turn On in This Browser'}
        </Button>
      ) : null}
    </div>
  )
}
