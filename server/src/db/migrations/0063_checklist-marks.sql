CREATE TABLE "checklist_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"mark" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checklist_marks_once" UNIQUE NULLS NOT DISTINCT("person_id","mark"),
	CONSTRAINT "checklist_marks_known" CHECK (mark in ('dismissed', 'shared', 'installed')),
	CONSTRAINT "checklist_marks_of_club" CHECK (person_id is not null or mark = 'dismissed')
);
--> statement-breakpoint
ALTER TABLE "checklist_marks" ADD CONSTRAINT "checklist_marks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;