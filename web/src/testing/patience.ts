import { configure } from '@testing-library/react'

// How long a page may take to show something proves nothing: a limit only ends a test that waits in vain.
configure({ asyncUtilTimeout: 120_000 })
