import { Checkbox } from '#ui/checkbox.tsx'
import { LegalLink } from './legal-link.tsx'

type Props = { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

export function TermsCheckbox(props: Props) {
  return (
    <Checkbox
      {...props}
      label={
        <>
          I agree to the <LegalLink to="terms" /> and to a charge every month until I cancel.
        </>
      }
    />
  )
}
