import {
  isEmailed,
  type NoticeKind,
  type NotificationSettings,
  type SettingsChange,
} from '@touchline/contract/notifications.ts'
import { kindNames } from './kind-names.ts'

type Declined = NotificationSettings['declined']
type Way = keyof Declined

const ways: [Way, string][] = [
  ['site', 'Site'],
  ['email', 'Email'],
  ['push', 'Push'],
]

type Props = {
  kinds: NoticeKind[]
  /** The channels that are enabled. */
  ways: Record<Way, boolean>
  declined: Declined
  onChange: (declined: SettingsChange['declined']) => void
}

export function KindChoices({ kinds, ways: isOpen, declined, onChange }: Props) {
  return (
    <table className="mt-6 w-full border-t border-line text-sm">
      <caption className="sr-only">What you want to hear about, and how</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-3 text-left font-normal">
            What you hear about
          </th>
          {ways.map(([way, name]) => (
            <th key={way} scope="col" className="w-14 py-3 text-center font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-1 pr-3 text-left font-semibold">
              {kindNames[kind]}
            </th>
            {ways.map(([way, name]) => (
              <td key={way} className="text-center">
                {way === 'email' && !isEmailed(kind) ? (
                  <span className="text-xs text-muted">
                    {kind === 'comment_hearted' ? 'never' : 'always'}
                  </span>
                ) : (
                  <label className="inline-grid size-11 place-items-center">
                    <input
                      aria-label={`${kindNames[kind]} ${way === 'site' ? 'on the' : 'by'} ${name.toLowerCase()}`}
                      type="checkbox"
                      className="tick"
                      checked={isOpen[way] && !declined[way].includes(kind)}
                      disabled={!isOpen[way]}
                      onChange={(event) => onChange({ [way]: { [kind]: !event.target.checked } })}
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
