import { lazy, Suspense } from 'react'
import { countedFigures, type FigureName, figureNames } from '@touchline/contract/figure-names.ts'
import type { SettingName, SiteSettings } from '@touchline/contract/site-settings.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { settingLabels } from './setting-names.ts'
import { ValueEditor } from './value-editor.tsx'

type Problems = Record<string, string>
type Props<Value> = { value: Value; problems: Problems; onChange: (value: Value) => void }

const builtIn = { dark: '#61e68f', light: '#006d3e' }

function AccentField({ value, problems, onChange }: Props<SiteSettings['accent']>) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-2 font-semibold">{settingLabels.accent}</legend>
      <Checkbox
        label="A colour of our own"
        checked={value !== null}
        onChange={(isOwn) => onChange(isOwn ? builtIn : null)}
      />
      {value === null ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['dark', 'light'] as const).map((theme) => (
            <Field
              key={theme}
              label={theme === 'dark' ? 'In the dark theme' : 'In the light theme'}
              error={problems[`accent.${theme}`]}
            >
              {(control) => (
                <div className="flex gap-3">
                  <input
                    type="color"
                    aria-label={theme === 'dark' ? 'Pick for the dark theme' : 'Pick for the light theme'}
                    className="size-11 shrink-0 rounded-control border border-edge bg-stand"
                    value={/^#[0-9a-f]{6}$/i.test(value[theme]) ? value[theme] : builtIn[theme]}
                    onChange={({ target }) => onChange({ ...value, [theme]: target.value })}
                  />
                  <Input
                    {...control}
                    value={value[theme]}
                    onChange={({ target }) => onChange({ ...value, [theme]: target.value.trim() })}
                  />
                </div>
              )}
            </Field>
          ))}
        </div>
      )}
    </fieldset>
  )
}

const dateStyles = { us: 'November 4, 2026 at 2:30 PM', uk: '4 November 2026 at 14:30' }

function DatesField({ value, problems, onChange }: Props<SiteSettings['dates']>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Time zone"
        description="A name like Europe/London, or UTC."
        error={problems['dates.timeZone']}
      >
        {(control) => (
          <Input
            {...control}
            value={value.timeZone}
            onChange={({ target }) => onChange({ ...value, timeZone: target.value.trim() })}
          />
        )}
      </Field>
      <Field label="Style" error={problems['dates.style']}>
        {(control) => (
          <Select
            {...control}
            value={value.style}
            onChange={({ target }) => onChange({ ...value, style: target.value === 'uk' ? 'uk' : 'us' })}
          >
            {Object.entries(dateStyles).map(([style, example]) => (
              <option key={style} value={style}>
                {example}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

const figureLabels: Record<FigureName, string> = {
  posts: 'Posts',
  members: 'Members',
  signupMembers: 'Members who joined, beside the signup',
  followers: 'Followers',
  rating: 'Rating',
  support: 'Support',
  signupToday: 'Members here today, beside the signup',
}
const showLabels = { counted: 'Counted by the site', typed: 'Typed', hidden: 'Hidden' }
const isShow = (text: string): text is keyof typeof showLabels => text in showLabels

function FiguresField({ value, problems, onChange }: Props<SiteSettings['figures']>) {
  return figureNames.map((name) => {
    const { show, text } = value[name]
    return (
      <div key={name} className="grid gap-4 sm:grid-cols-2">
        <Field label={figureLabels[name]} error={problems[`figures.${name}.show`]}>
          {(control) => (
            <Select
              {...control}
              value={show}
              onChange={({ target }) =>
                isShow(target.value) && onChange({ ...value, [name]: { show: target.value, text } })
              }
            >
              {Object.entries(showLabels).map(([each, label]) =>
                each === 'counted' && !countedFigures.includes(name) ? null : (
                  <option key={each} value={each}>
                    {label}
                  </option>
                ),
              )}
            </Select>
          )}
        </Field>
        {show === 'typed' ? (
          <Field label={`${figureLabels[name]}: what is shown`} error={problems[`figures.${name}.text`]}>
            {(control) => (
              <Input
                {...control}
                value={text}
                onChange={({ target }) => onChange({ ...value, [name]: { show, text: target.value } })}
              />
            )}
          </Field>
        ) : null}
      </div>
    )
  })
}

const PictureField = lazy(async () => ({ default: (await import('./picture-field.tsx')).PictureField }))

const descriptions: Partial<Record<SettingName, string>> = {
  gateIsOn: 'The gate is on: visitors need a code, an invitation or the opening time to come in.',
  asksPhone: 'Signup asks for a phone number. Without this, numbers given before are deleted at night.',
  logo: 'A square picture: in headers, in emails and on the home screen of phones.',
  portrait: 'Without one the picture of the creator’s account is shown.',
  cover: 'A wide picture: above the biography on the front page, and behind the link preview.',
  name: 'In the header, titles, emails, link previews and on the home screen of phones.',
  tagline: 'On the front page, in search engines and link previews.',
  senderName: 'The name beside the address of MAIL_FROM. Empty: the name in MAIL_FROM, or the club’s.',
  supportEmail: 'Empty: messages from the contact form go to the admins.',
}

type FieldProps = {
  name: SettingName
  settings: SiteSettings
  /** Whether a group needs no title, as the only one of its part. */
  isBare: boolean
  problems: Problems
  onChange: (changed: Partial<SiteSettings>) => void
}

/** The field of one setting. `onChange` passes the settings that differ. */
export function SettingField({ name, settings, isBare, problems, onChange }: FieldProps) {
  const value = settings[name]
  if (name === 'accent')
    return (
      <AccentField value={settings.accent} problems={problems} onChange={(accent) => onChange({ accent })} />
    )
  if (name === 'figures')
    return (
      <FiguresField
        value={settings.figures}
        problems={problems}
        onChange={(figures) => onChange({ figures })}
      />
    )
  if (name === 'dates')
    return <DatesField value={settings.dates} problems={problems} onChange={(dates) => onChange({ dates })} />
  if (typeof value === 'boolean')
    return (
      <Checkbox
        label={descriptions[name] ?? settingLabels[name]}
        checked={value}
        onChange={(checked) => onChange({ [name]: checked })}
      />
    )
  if (name === 'logo' || name === 'portrait' || name === 'cover')
    return (
      <Suspense fallback={<Skeleton className="h-24" />}>
        <PictureField
          name={name}
          label={settingLabels[name]}
          description={descriptions[name] ?? ''}
          value={settings[name]}
          problem={problems[name]}
          onChange={(picture) => onChange({ [name]: picture })}
        />
      </Suspense>
    )
  if (typeof value === 'string' || value === null) {
    const isLong = name === 'terms' || name === 'privacy' || name === 'about'
    const isNullable = name !== 'name' && name !== 'tagline' && !isLong
    const change = (text: string) => onChange({ [name]: isNullable && text === '' ? null : text })
    return (
      <Field label={settingLabels[name]} error={problems[name]} description={descriptions[name]}>
        {(control) =>
          isLong || name === 'tagline' ? (
            <Textarea
              {...control}
              rows={isLong ? 16 : 2}
              className={isLong ? '' : 'field-sizing-content min-h-11'}
              value={value ?? ''}
              onChange={({ target }) => change(target.value)}
            />
          ) : (
            <Input {...control} value={value ?? ''} onChange={({ target }) => change(target.value)} />
          )
        }
      </Field>
    )
  }
  return (
    <ValueEditor
      path={name}
      label={settingLabels[name]}
      value={value}
      isBare={isBare}
      problems={problems}
      onChange={(next) => onChange({ [name]: next })}
    />
  )
}
