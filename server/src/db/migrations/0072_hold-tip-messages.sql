CREATE TABLE "held_tip_messages" (
	"tip_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"message" text NOT NULL,
	"words" text[] NOT NULL,
	"is_of_new_member" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "held_tip_messages_length" CHECK (char_length(message) between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "held_tip_messages" ADD CONSTRAINT "held_tip_messages_tip_id_tips_id_fk" FOREIGN KEY ("tip_id") REFERENCES "public"."tips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_tip_messages" ADD CONSTRAINT "held_tip_messages_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_tip_messages_oldest" ON "held_tip_messages" USING btree ("created_at","tip_id");--> statement-breakpoint
CREATE INDEX "held_tip_messages_person" ON "held_tip_messages" USING btree ("person_id");