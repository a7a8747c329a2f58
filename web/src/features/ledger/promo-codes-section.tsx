import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '#ui/dates.ts'
import { promoCodeList } from './requests.ts'

/** How often each promotion code was used; hidden while none was. */
export function PromoCodesSection() {
  const { data } = useQuery(promoCodeList)
  if (!data || data.codes.length === 0) return null
  return (
    <section aria-labelledby="promo-codes-title" className="mt-12">
      <h2 id="promo-codes-title" className="text-2xl">
        Promo Codes
      </h2>
      <ul className="mt-5 grid gap-3">
        {data.codes.map(({ code, redeemed, reserved, lastUsedAt }) => (
          <li
            key={code}
            className="surface flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 p-5"
          >
            <span className="board font-bold break-all">{code}</span>
            <span className="text-sm text-muted">
              Used {redeemed} {redeemed === 1 ? 'time' : 'times'}
              {reserved > 0 ? `, ${reserved} not finished` : ''} · last on {dateAndTime(lastUsedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
