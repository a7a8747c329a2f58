import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { brandNames, type CardBrand } from '#payments/card-rules.ts'
import { useSite } from '#site/site.ts'

const drawings: Record<CardBrand | 'cashapp', ReactNode> = {
  visa: (
    <text
      x="19"
      y="16.5"
      textAnchor="middle"
      fontSize="11"
      fontWeight="800"
      fontStyle="italic"
      fill="#1a1f71"
    >
      VISA
    </text>
  ),
  mastercard: (
    <>
      <circle cx="15" cy="12" r="7" fill="#eb001b" />
      <circle cx="23" cy="12" r="7" fill="#f79e1b" />
      <path d="M19 6.3a7 7 0 0 1 0 11.4a7 7 0 0 1 0-11.4" fill="#ff5f00" />
    </>
  ),
  amex: (
    <>
      <rect width="38" height="24" rx="4" fill="#016fd0" />
      <text x="19" y="15.5" textAnchor="middle" fontSize="9" fontWeight="800" fill="#fff">
        AMEX
      </text>
    </>
  ),
  discover: (
    <>
      <path d="M38 13v7a4 4 0 0 1-4 4H16c10-2 18-6 22-11" fill="#f76b1c" />
      <text x="19" y="12.5" textAnchor="middle" fontSize="6.6" fontWeight="800" fill="#1d1d1b">
        DISCOVER
      </text>
    </>
  ),
  cashapp: (
    <>
      <rect x="9" y="2" width="20" height="20" rx="5" fill="#00d632" />
      <text x="19" y="17" textAnchor="middle" fontSize="14" fontWeight="800" fill="#fff">
        $
      </text>
    </>
  ),
}

const names = { ...brandNames, cashapp: 'Cash App' }
const brands = ['visa', 'mastercard', 'amex', 'discover'] as const

/** Who handles the payment, and what it can be made with. */
export function TrustMarks() {
  const { provider, methods } = useSite().payments
  const accepted = [
    ...(methods.includes('card') ? brands : []),
    ...(methods.includes('cashapp') ? (['cashapp'] as const) : []),
  ]
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <ul aria-label="Accepted" className="flex flex-wrap gap-2">
        {accepted.map((brand) => (
          <li key={brand}>
            <svg
              role="img"
              aria-label={names[brand]}
              viewBox="0 0 38 24"
              className="h-6 overflow-hidden rounded-[4px] border border-line bg-white forced-color-adjust-none"
            >
              {drawings[brand]}
            </svg>
          </li>
        ))}
      </ul>
      <p className="flex gap-2.5 text-sm text-muted">
        <LockKeyhole size={16} aria-hidden className="mt-0.5 shrink-0" />
        {provider === 'stripe'
          ? 'Payments by Stripe; your card never touches this site.'
          : 'Test mode: no money moves. With live keys Stripe takes the payments.'}
      </p>
      <p className="text-sm text-muted">Cancel any time in Settings.</p>
    </div>
  )
}
