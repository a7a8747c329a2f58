import type { OwnDecision } from '@touchline/contract/moderation.ts'
import { localDay } from '#ui/dates.ts'
import { MemberText } from '#ui/member-text.tsx'
import { thingNames, useRules } from './texts.ts'

const measureWords: Record<OwnDecision['measure'], string> = {
  remove: 'was removed',
  warn: 'brought you a warning',
  block: 'was removed, and your account blocked',
}

export function DecisionText({ decision }: { decision: OwnDecision }) {
  const { kind, measure, rule, words, at, until, appeal, mayAppeal, appealUntil } = decision
  const { ruleTitle, ruleWords } = useRules()
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="font-semibold">
        {thingNames[kind]} that {measureWords[measure]}
        {until ? ` until ${localDay(until)}` : ''}
      </p>
      <p className="text-sm text-muted">Decided on {localDay(at)}</p>
      <p className="text-sm">
        <span className="font-semibold">{ruleTitle(rule)}.</span> {ruleWords(rule)}
      </p>
      {words ? <MemberText text={`The moderators wrote: ${words}`} className="text-sm" /> : null}
      {appeal ? (
        <>
          <MemberText text={`Your appeal: ${appeal.words}`} className="text-sm text-muted" />
          <p className="text-sm font-semibold">
            {appeal.outcome === null
              ? 'The moderators have not looked at your appeal yet.'
              : appeal.outcome === 'upheld'
                ? 'After your appeal the decision stands.'
                : 'After your appeal the decision was taken back.'}
          </p>
          {appeal.answer ? (
            <MemberText text={`The moderators wrote: ${appeal.answer}`} className="text-sm" />
          ) : null}
        </>
      ) : (
        <p className="text-sm text-muted">
          {mayAppeal ? `You can appeal until ${localDay(appealUntil)}.` : 'The time to appeal has passed.'}
        </p>
      )}
    </div>
  )
}
