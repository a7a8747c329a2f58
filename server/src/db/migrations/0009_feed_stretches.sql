ALTER TABLE "post_counts" DROP CONSTRAINT "post_counts_creator_id_status_pk";--> statement-breakpoint
ALTER TABLE "post_counts" ADD COLUMN "from_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "post_counts" ADD CONSTRAINT "post_counts_creator_id_status_from_at_pk" PRIMARY KEY("creator_id","status","from_at");
