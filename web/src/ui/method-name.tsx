type Method = { brand: string; last4: string }

/** A saved payment method, such as `Visa •••• 4242`. Wallets have no number. */
export function MethodName({ method: { brand, last4 } }: { method: Method }) {
  return (
    <>
      <span className="capitalize">{brand}</span>
      {last4 ? <span className="board"> •••• {last4}</span> : null}
    </>
  )
}
