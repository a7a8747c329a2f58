import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { UnfinishedUpload } from './unfinished-upload.tsx'
import { UploadButton } from './upload-button.tsx'

/** The ways to a new post: at once, or by way of the desk. A file that was being sent goes on. */
export function CreatorTools() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild kind="outline">
        <Link to={paths.desk}>Drafts</Link>
      </Button>
      <UploadButton />
      <UnfinishedUpload />
    </div>
  )
}
