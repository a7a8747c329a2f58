import { Link } from '#router/link.tsx'
import type { ModerationCase } from '@touchline/contract/moderation.ts'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { fullNameOf } from '#people/names.ts'
import { Badge } from '#ui/badge.tsx'
import { localTime } from '#ui/dates.ts'
import { MemberText } from '#ui/member-text.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { authorOf, measureNames, formerMember, thingNames, useRules } from './texts.ts'

const reportsInWords = (count: number) =>
  count === 0 ? 'No one reported it' : `${count} ${count === 1 ? 'report' : 'reports'}`

type Props = { case: ModerationCase; select?: ReactNode; children?: ReactNode }

export function CaseCard({ case: found, select, children }: Props) {
  const { kind, openedAt, silencedUntil, reportsCount, reports, decision, appeal } = found
  const author = authorOf(found)
  const { ruleTitle } = useRules()
  return (
    <article
      aria-label={`${thingNames[kind]} of ${author}`}
      className="surface grid grid-cols-1 gap-4 p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {select}
        <Badge>{thingNames[kind]}</Badge>
        <p dir="auto" className="min-w-0 font-semibold">
          {author}
        </p>
        <p className="text-sm text-muted">
          {reportsInWords(reportsCount)}, <RelativeTime at={openedAt} />
        </p>
        {silencedUntil ? <Badge look="caution">Silenced until {localTime(silencedUntil)}</Badge> : null}
      </header>
      <Thing case={found} />
      {reports.length > 0 ? (
        <ul aria-label="Reports" className="grid grid-cols-1 gap-2 text-sm">
          {reports.map(({ rule, words, at, reporter, text }) => (
            <li key={`${reporter?.id ?? ''} ${at} ${rule}`}>
              <span className="font-semibold">{ruleTitle(rule)}</span>
              <span className="text-muted">
                {' '}
                · <bdi>{reporter ? fullNameOf(reporter, 'A member') : formerMember}</bdi>
              </span>
              {words ? <MemberText text={words} className="text-muted" /> : null}
              {text !== null && text !== found.thing.text ? (
                <MemberText text={`Reported as: ${text}`} className="text-muted" />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {reportsCount > reports.length ? (
        <p className="text-sm text-muted">The first {reports.length} of them are shown.</p>
      ) : null}
      {decision ? <Decision decision={decision} /> : null}
      {appeal ? (
        <div className="grid grid-cols-1 gap-1 text-sm">
          <p className="font-semibold">
            Appeal{' '}
            {appeal.outcome === null ? null : (
              <Badge look={appeal.outcome === 'upheld' ? 'line' : 'turf'}>
                {appeal.outcome === 'upheld' ? 'Decision stands' : 'Decision taken back'}
              </Badge>
            )}
          </p>
          <MemberText text={appeal.words} />
          {appeal.answer ? <MemberText text={`Answer: ${appeal.answer}`} className="text-muted" /> : null}
        </div>
      ) : null}
      {children}
    </article>
  )
}

function Thing({ case: { kind, thing } }: { case: ModerationCase }) {
  const { text, title, context, postId, mediaUrl, mediaType, isShown, versions } = thing
  return (
    <div className="grid grid-cols-1 gap-2 border-l-2 border-edge pl-4">
      {title ? (
        <p dir="auto" className="font-semibold">
          {title}
        </p>
      ) : null}
      {text ? (
        <MemberText text={text} />
      ) : text === null ? (
        <p className="text-muted">Nothing is left of it.</p>
      ) : null}
      {versions.length > 0 ? (
        <ol aria-label="Earlier versions" className="grid grid-cols-1 gap-1 text-sm text-muted">
          {versions.map(({ content, writtenAt }) => (
            <li key={writtenAt}>
              <RelativeTime at={writtenAt} />: <bdi className="whitespace-pre-line">{content}</bdi>
            </li>
          ))}
        </ol>
      ) : null}
      {mediaUrl && mediaType === 'image' ? (
        <img src={mediaUrl} alt="What was reported" loading="lazy" className="max-h-60 justify-self-start" />
      ) : mediaUrl ? (
        <a href={mediaUrl} target="_blank" rel="noopener noreferrer" className="justify-self-start underline">
          Open the {mediaType === 'video' ? 'video' : 'recording'}
        </a>
      ) : null}
      {context ? (
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
          Under: <bdi>{context}</bdi>
        </p>
      ) : null}
      <p className="text-sm text-muted">
        {isShown ? 'Members can see it.' : 'Members cannot see it.'}{' '}
        {isShown && postId ? (
          <Link to={paths.post} params={{ postId }} className="underline">
            {kind === 'post' ? 'Open the post' : 'Open its post'}
          </Link>
        ) : null}
      </p>
    </div>
  )
}

function Decision({ decision }: { decision: NonNullable<ModerationCase['decision']> }) {
  const { measure, rule, words, at, until, by } = decision
  const { ruleTitle } = useRules()
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p>
        <Badge look={measure === 'dismiss' ? 'line' : 'dismissal'}>{measureNames[measure]}</Badge>{' '}
        {until ? `until ${localTime(until)} ` : ''}
        <span className="text-muted">
          by <bdi>{by ? fullNameOf(by, 'an admin') : formerMember}</bdi> on {localTime(at)}
        </span>
      </p>
      {rule ? <p>{ruleTitle(rule)}</p> : null}
      {words ? <MemberText text={words} className="text-muted" /> : null}
    </div>
  )
}
