import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Checkbox } from '#ui/checkbox.tsx'

type Props = { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

/** The terms before paying. They open in a new tab, so that the typed card stays. */
export function TermsCheckbox(props: Props) {
  return (
    <Checkbox
      {...props}
      label={
        <>
          I agree to the{' '}
          <Link
            to={paths.terms}
            target="_blank"
            className="underline decoration-turf decoration-2 underline-offset-4"
          >
            Terms of Service<span className="sr-only"> (opens in a new tab)</span>
          </Link>{' '}
          and to a charge every month until I cancel.
        </>
      }
    />
  )
}
