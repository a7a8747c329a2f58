import {
  type EmailPace,
  emailPaces,
  type NoticeKind,
  type NotificationSettings,
  type SettingsChange,
} from '@touchline/contract/notifications.ts'
import { useId } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { Select } from '#ui/select.tsx'
import { ownTimeZone } from '#ui/own-time-zone.ts'
import { kindNames } from './kind-names.ts'

const paceNames: Record<EmailPace, string> = {
  at_once: 'At once',
  hourly: 'Every hour',
  daily: 'Once a day',
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const toTime = (minute: number) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`

/** Returns the minute of the day of a time field, or null while it is incomplete. */
function toMinute(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number)
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes
}

type Props = { settings: NotificationSettings; onChange: (change: SettingsChange) => void }

/** When emails and push messages come: the pace of each kind, the hour of the daily email, and quiet hours. */
export function TimingChoices({ settings, onChange }: Props) {
  const { kinds, emailPace, dailyHour, timeZone, quietHours } = settings
  const changeTimes = (change: SettingsChange) => onChange({ ...change, timeZone: ownTimeZone() })
  return (
    <details className="mt-6 border-t border-line pt-4 text-sm">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Timing</summary>
      <div className="grid gap-3 pt-2">
        {kinds.map((kind) => {
          const pace = emailPace[kind]
          return pace ? (
            <PaceChoice
              key={kind}
              kind={kind}
              pace={pace}
              onChange={(next) => changeTimes({ emailPace: { [kind]: next } })}
            />
          ) : null
        })}
        <Row label="Time of the daily email">
          {(id) => (
            <Select
              id={id}
              value={dailyHour}
              onChange={(event) => changeTimes({ dailyHour: Number(event.target.value) })}
            >
              {Array.from({ length: 24 }, (_, hour) => (
                <option key={hour} value={hour}>
                  {toTime(hour * 60)}
                </option>
              ))}
            </Select>
          )}
        </Row>
        <Checkbox
          role="switch"
          label="Quiet hours: no emails or push messages about what happens in the club"
          checked={quietHours !== null}
          aria-checked={quietHours !== null}
          onChange={(isOn) => changeTimes({ quietHours: isOn ? { from: 22 * 60, until: 7 * 60 } : null })}
        />
        {quietHours
          ? (['from', 'until'] as const).map((end) => (
              <Row key={end} label={end === 'from' ? 'Quiet from' : 'Quiet until'}>
                {(id) => (
                  <input
                    id={id}
                    type="time"
                    required
                    className="control"
                    value={toTime(quietHours[end])}
                    onChange={(event) => {
                      const minute = toMinute(event.target.value)
                      if (minute !== null) changeTimes({ quietHours: { ...quietHours, [end]: minute } })
                    }}
                  />
                )}
              </Row>
            ))
          : null}
        <p className="text-muted">
          Times are in {timeZone ?? 'UTC'}. Changing a time here switches to this browser’s time zone.
        </p>
      </div>
    </details>
  )
}

function Row({ label, children }: { label: string; children: (id: string) => React.ReactNode }) {
  const id = useId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

type PaceProps = { kind: NoticeKind; pace: EmailPace; onChange: (pace: EmailPace) => void }

const PaceChoice = ({ kind, pace, onChange }: PaceProps) => (
  <Row label={`Emails: ${kindNames[kind].toLowerCase()}`}>
    {(id) => (
      <Select
        id={id}
        value={pace}
        onChange={(event) => {
          const next = emailPaces.find((one) => one === event.target.value)
          if (next) onChange(next)
        }}
      >
        {emailPaces.map((one) => (
          <option key={one} value={one}>
            {paceNames[one]}
          </option>
        ))}
      </Select>
    )}
  </Row>
)
