type Method = { brand: string; last4: string }

/** A saved payment method: `Visa •••• 4242`, and a wallet that tells no number by its name alone. */
export function MethodName({ method: { brand, last4 } }: { method: Method }) {
  return (
    <>
      <span className="capitalize">{brand}</span>
      {last4 ? <span className="board"> •••• {last4}</span> : null}
    </>
  )
}
