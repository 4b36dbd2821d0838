// Made by `npm run client-types` of what has the digest d9654475fd4de17f3733453a876cc03e0aa1c1b800b84e862bf1f9e495543cb1

export interface paths {
    "/v1/oauth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Obtain an access token
         * @description Client credentials, password and authorization code grants of RFC 6749. A client authenticates with HTTP Basic or in the body. The returned refresh token cannot be used.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Let a user sign in and allow or deny what a client asks for
         * @description A web page in English or Spanish to which a client redirects its users with the parameters of RFC 6749 §4.1.1. Public clients must use PKCE with S256, and so must others if the operator requires it; it is recommended for all. An unknown client or redirect_uri leads to an error page; every other refusal is sent to the client. Users who are already signed in are asked only for consent, and not even that for what they have allowed before, if nobody can impersonate the client.
         */
        get: operations["authorize"];
        put?: never;
        /**
         * Send the form of that page
         * @description Only the page itself can do this: its form requires a cookie that the page set.
         */
        post: operations["decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See your sessions and what you have allowed
         * @description A web page in English or Spanish. Users who are not signed in see a sign-in form; `institution` prefills its field. Sessions can be ended and consents withdrawn, which revokes the client’s tokens and codes.
         */
        get: operations["account"];
        put?: never;
        /**
         * Send a form of that page
         * @description Only the page itself can do this: its forms require a cookie that the page set.
         */
        post: operations["changeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an access token
         * @description RFC 7009. A client may revoke its own tokens, and those of its institution’s users in which no client took part. It authenticates as at the token endpoint. An unknown token counts as revoked.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an access token
         * @description RFC 7662. A token of another institution is reported as not active, like an unknown one.
         */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the authorization server
         * @description RFC 8414.
         */
        get: operations["serverMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same metadata, for hosts whose root path is not available
         * @description RFC 8414.
         */
        get: operations["serverMetadataBelow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/applicationtoken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your App-Keys, oldest first */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an App-Key
         * @description Requires a Bearer token from the client credentials or password grant. Only this answer contains the key. Default scopes: query and app_read, as far as you can give them. A user has at most 1000 unexpired keys; creating another is refused with 409 `conflict` until one is deleted.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/applicationtoken/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the name, scopes, referrers or expiry of an App-Key
         * @description An App-Key can only tighten keys: fewer scopes, places within the present ones, an earlier expiry. To loosen a key, send a Bearer token.
         */
        post: operations["updateKey"];
        /** Delete an App-Key immediately and permanently */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer an end user’s query
         * @description To continue a conversation, send the dialog of its last answer within 600 seconds, or send your own dialog_seed each time: a random text, different for each end user or session, since anyone with it and a credential of the same user can continue the conversation. With another user’s credential, either starts a new one. Fields that are not listed are passed to the business logic and returned unchanged.
         */
        post: operations["query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dialog/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what reaches an end user without answering a query
         * @description The answers of people and messages of business logic, and the queries that were passed on, in order. With wait, the answer comes with the first message. While people own the dialog, reading also tells the end user if nobody has claimed it in time.
         */
        get: operations["readMessages"];
        put?: never;
        /**
         * Send an end user a message that answers no query
         * @description Business logic reaches the end user of a dialog until its session ends, with a credential of the user whose credential sends the queries. The assistant never reads the message.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rate an answer
         * @description Rates a turn or, without qid, a session. It must be in the conversation log and belong to a credential of the same user. New feedback replaces earlier feedback.
         */
        post: operations["giveFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List logged sessions, newest first
         * @description For versions that keep conversations. A page reads a limited amount: with a filter that matches little it may be empty although there is a next page.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the turns of a session and how they were understood */
        get: operations["readConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{session_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Write a session as a conversation test
         * @description The file for an assistant’s folder `tests`, as `parley conversations export --as-test` writes it: it expects the answers that were given. Masked texts stay masked, and comments say what to add. At most 100 turns.
         */
        get: operations["writeConversationTest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the turns whose query or answer contains a text
         * @description All words of the text have to occur in one query or answer, in any order, without regard to case and accents. Masked texts stay masked, and are not found by what they hide. A page reads up to 200 sessions of the period, the latest first, so it may find nothing and still have a next one.
         */
        get: operations["searchConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/handoffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversations that people own
         * @description A page reads a limited amount: it may be empty although there is a next page. Within a page, the longest wait comes first.
         */
        get: operations["listHandoffs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/handoffs/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a conversation that was handed over, with its messages and notes */
        get: operations["readHandoff"];
        put?: never;
        /**
         * Claim a conversation, answer, show that you write, leave a note, hand it back or close it
         * @description All but notes need the claim. `typing` shows the end user for seven seconds that you write; send it at most every five. The assistant never reads an answer. What is handed back goes on with the slots that were set; after closing, the next query begins anew.
         */
        post: operations["actOnHandoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/handoffs/{session_id}/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find passages of the documents that may answer the last query of a conversation that people own
         * @description From the documents of the version with which the conversation began, the best of each first. Nothing is said to the end user.
         */
        get: operations["suggestAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where events of conversations are sent
         * @description The secrets are not shown.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Have events of conversations that are handed over sent to a server
         * @description Requires a Bearer token. Events are posted as Standard Webhooks describes, signed with the secret that only this answer contains. docs/WEBHOOKS.md describes them.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook a test event, or change its secret
         * @description test sends an event without data at once. rotate_secret makes a new secret, and both sign until retire_secret; both require a Bearer token.
         */
        post: operations["actOnWebhook"];
        /**
         * Remove a webhook
         * @description Events that are on their way to it are dropped.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/slack/{desk}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what people write in Slack threads
         * @description Only Slack can do this: it signs each request with the signing secret of the app. Requests with another signature, or older than five minutes, get 404. Deployments have this path if their setting `desks` names Slack.
         */
        post: operations["takeSlackEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chatwoot/{desk}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what people write and do in Chatwoot
         * @description Only Chatwoot can do this: it signs each request with the secret of the API inbox. Requests with another signature, or older than five minutes, get 404. Deployments have this path if their setting `desks` names Chatwoot.
         */
        post: operations["takeChatwootEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/sms/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the messages that Twilio receives
         * @description Only the platform can do this: it signs each request with a secret of the channel. Requests with another signature get 404. Deployments have this path if their setting `channels` names the platform.
         */
        post: operations["takeSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/voice/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a call that Twilio receives
         * @description Only the platform can do this: it signs each request with a secret of the channel. Requests with another signature get 404. Deployments have this path if their setting `channels` names the platform. Each request is an input of the call: its beginning, words, keys, silence, or its end.
         */
        post: operations["takeCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/whatsapp/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show WhatsApp that the address is the channel’s
         * @description Only the platform can do this: it sends the channel's token in `hub.verify_token`, and gets `hub.challenge` back.
         */
        get: operations["checkWhatsAppAddress"];
        put?: never;
        /**
         * Take messages to a number of WhatsApp
         * @description Only the platform can do this: it signs each request with a secret of the channel. Requests with another signature get 404. Deployments have this path if their setting `channels` names the platform.
         */
        post: operations["takeWhatsAppMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/messenger/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show Messenger that the address is the channel’s
         * @description Only the platform can do this: it sends the channel's token in `hub.verify_token`, and gets `hub.challenge` back.
         */
        get: operations["checkMessengerAddress"];
        put?: never;
        /**
         * Take messages to a page
         * @description Only the platform can do this: it signs each request with a secret of the channel. Requests with another signature get 404. Deployments have this path if their setting `channels` names the platform.
         */
        post: operations["takeMessengerMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/slack/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what people write to a bot in Slack
         * @description Only the platform can do this: it signs each request with a secret of the channel. Requests with another signature get 404. Deployments have this path if their setting `channels` names the platform. So do requests that are older than five minutes.
         */
        post: operations["takeSlackMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/teams/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what people write to a bot in Microsoft Teams
         * @description Only the platform can do this: it signs each request with a secret of the channel. Requests with another signature get 404. Deployments have this path if their setting `channels` names the platform. Microsoft's token, in the header `Authorization`, must be for the channel's bot, platform and server.
         */
        post: operations["takeTeamsMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get conversation figures by day and in total; made-up conversations count only if their application is named */
        get: operations["readInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/unhandled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List queries that went wrong, grouped by outcome and meaning, largest groups first */
        get: operations["listUnhandled"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/unhandled/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave phrases out of the queries that went wrong, or list them again
         * @description For a refusal that was right, or a query that nobody need answer. The phrases are left out from now on, in whichever conversation they are said, for the same outcome, language and slot.
         */
        post: operations["dismissUnhandled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List AI versions and what they serve, in order of creation
         * @description Every page also lists what serves where.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/versions/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions that have served an application, latest first */
        get: operations["readVersionHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/versions/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two AI versions by meaning
         * @description Compares states, utterances, transitions, slots, texts, FAQ and tests of the published folders. An answer contains up to 1 MiB of differences, and up to 10,000 characters of each text.
         */
        get: operations["compareVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/versions/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assign an AI version to an application or the default, for all end users or some */
        post: operations["assignVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/versions/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore what served an application before; repeat to go back further */
        post: operations["rollBackVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/versions/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write a note on an AI version, or remove it */
        post: operations["noteVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the drafts of assistants that the service keeps, by name */
        get: operations["listDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts/{draft}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the files of a draft
         * @description The files are those of the assistant’s folder, byte for byte.
         */
        get: operations["readDraft"];
        put?: never;
        /**
         * Create a draft, or change files of it
         * @description Files that the request does not name stay as they are. A change is based on the revision that was read: if somebody has written since, it is refused with 409 and changes nothing. Read the draft again and make the change in that. A draft has up to 1000 files and 2097152 bytes; a larger one than a request is written in several.
         */
        post: operations["writeDraft"];
        /**
         * Delete a draft
         * @description Its revisions can still be read by their numbers.
         */
        delete: operations["deleteDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts/{draft}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a draft without training it
         * @description Finds what parley ai check finds, and business logic that is not set for the institution, which a draft cannot call. An answer has up to 1,000 findings, errors first.
         */
        get: operations["checkDraft"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts/{draft}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try phrases before they are accepted into a draft
         * @description What a version takes each phrase for now, where the draft has it already, which sentences of the draft are most alike, and which of them the phrase may take queries from. Nothing is trained and nothing is written: only training and playing the draft tells for sure.
         */
        post: operations["tryInDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts/{draft}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Train a draft, play it and publish it as an AI version
         * @description Starts a job that trains the draft at the revision, whatever is written meanwhile, plays its tests, publishes it unless one fails, and plays its new sentences and the last week’s conversations with the new version and the one that serves. GET /v1/drafts/{draft}/job tells what becomes of it. It is refused with 409 while another job of the draft is training, for a draft with errors, and for one with more than 15000 utterances in all languages together.
         */
        post: operations["publishDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts/{draft}/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what became of the latest publishing of a draft
         * @description A training that gives no sign of life for 60 seconds is dead. Publish again: what was trained is kept, and the next job goes on from there.
         */
        get: operations["readDraftJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/business-logic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the servers of an institution’s business logic, by the names that assistants use
         * @description Secrets are shown as fingerprints.
         */
        get: operations["listBusinessLogic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/business-logic/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the address behind a name, or change the secret that signs calls
         * @description Requires a Bearer token of the client credentials or password grant, and takes effect with the next query. set_url sends what end users say to another server, which has to be public whatever ranges the deployment allows. rotate_secret makes a new secret, which only this answer contains, and both sign until retire_secret.
         */
        post: operations["changeBusinessLogic"];
        /**
         * Remove a name with its address and its secrets
         * @description Requires a Bearer token of the client credentials or password grant. Calls that need the name fail from the next query on.
         */
        delete: operations["removeBusinessLogic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what, latest first
         * @description Changes to users, clients, keys, drafts, versions, webhooks, business logic and settings, with the account that made each. They are kept for a year by default. A page crosses at most 13 months, so it may be empty and still have a next one.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the service is up
         * @description Checks no dependencies. For tools that restart a process which does not answer.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the service can answer queries
         * @description Checks the store and the artifacts, at most once a second; 503 if either cannot be reached.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The chat for web pages
         * @description A script that defines the element <parley-chat>, which talks to the service that the script came from.
         */
        get: operations["chatScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The console
         * @description A web page for people who run assistants. It signs them in with the authorization code grant, as a public client whose redirect_uri is this address, and calls only this API.
         */
        get: operations["console"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of the console
         * @description The console’s script or stylesheet, with a digest of the content in its name.
         */
        get: operations["consoleFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            error: string;
            /** @description A sentence for the caller: what is wrong, what to do. */
            error_description: string;
            request_id: string;
            /** @description Only if the deployment sets errorAliases, like message. For an invalid token the body then contains only these. */
            detail?: string;
            message?: string;
            errors?: {
                field: string;
                message: string;
            }[];
        };
    };
    responses: {
        /** @description The request is invalid; the body names the field and what to send. */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing, wrong, expired or revoked. */
        401: {
            headers: {
                /**
                 * @description The accepted schemes (RFC 9110 §11.6.1).
                 * @example Bearer realm="parley", error="invalid_token", App-Key realm="parley", error="invalid_token"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential does not allow this, because of its scopes, referrers or kind. */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist or belongs to someone else. */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path does not support this method. */
        405: {
            headers: {
                /**
                 * @description The supported methods.
                 * @example POST, OPTIONS
                 */
                Allow?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request conflicts with another request or the current state. */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is too large. */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This path does not support the body’s content type. */
        415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests or failed attempts. */
        429: {
            headers: {
                /**
                 * @description Seconds to wait.
                 * @example 1
                 */
                "Retry-After"?: string;
                /**
                 * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                 * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                 */
                "RateLimit-Policy"?: string;
                /**
                 * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                 * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                 */
                RateLimit?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed. Please report the request_id to its operator. */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is temporarily unavailable. */
        503: {
            headers: {
                /**
                 * @description Seconds to wait.
                 * @example 2
                 */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @constant */
                    grant_type: "client_credentials";
                    client_id?: string;
                    client_secret?: string;
                    service_user_id: string;
                    scope?: string;
                } | {
                    /** @constant */
                    grant_type: "password";
                    username: string;
                    password: string;
                    institution?: string;
                    scope?: string;
                } | {
                    /** @constant */
                    grant_type: "authorization_code";
                    code: string;
                    redirect_uri?: string;
                    code_verifier?: string;
                    client_id?: string;
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        expires_in: 36000;
                        /** @constant */
                        token_type: "Bearer";
                        scope: string;
                        refresh_token: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    authorize: {
        parameters: {
            query: {
                /** @description What the client requests. */
                response_type: "code";
                /** @description The client’s id. */
                client_id: string;
                /** @description Where the user is redirected afterwards. Must equal a registered URI, except for the port of a loopback address. May be omitted if the client has only one. */
                redirect_uri?: string;
                /** @description Space-delimited. Default: all scopes that the client is allowed. */
                scope?: string;
                /** @description Returned unchanged. */
                state?: string;
                /** @description The SHA-256 of the code_verifier in base64url. */
                code_challenge?: string;
                /** @description Required with a code_challenge. */
                code_challenge_method?: "S256";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the redirect_uri with code, or with error and error_description; also with the unchanged state and iss. */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    decide: {
        parameters: {
            query: {
                /** @description What the client requests. */
                response_type: "code";
                /** @description The client’s id. */
                client_id: string;
                /** @description Where the user is redirected afterwards. Must equal a registered URI, except for the port of a loopback address. May be omitted if the client has only one. */
                redirect_uri?: string;
                /** @description Space-delimited. Default: all scopes that the client is allowed. */
                scope?: string;
                /** @description Returned unchanged. */
                state?: string;
                /** @description The SHA-256 of the code_verifier in base64url. */
                code_challenge?: string;
                /** @description Required with a code_challenge. */
                code_challenge_method?: "S256";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    form_token: string;
                    /** @enum {string} */
                    decision: "allow" | "refuse" | "switch";
                    username?: string;
                    password?: string;
                    /** @enum {string} */
                    keep?: "yes";
                };
            };
        };
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the redirect_uri with code, or with error and error_description; also with the unchanged state and iss. */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    account: {
        parameters: {
            query?: {
                /** @description Prefills the institution if the browser is not signed in. */
                institution?: string;
                /** @description The action just completed, which the page confirms. */
                done?: "signed_out" | "withdrawn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    changeAccount: {
        parameters: {
            query?: {
                /** @description Prefills the institution if the browser is not signed in. */
                institution?: string;
                /** @description The action just completed, which the page confirms. */
                done?: "signed_out" | "withdrawn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    form_token: string;
                    /** @enum {string} */
                    action: "sign-in" | "sign-out" | "sign-out-all" | "withdraw";
                    institution?: string;
                    username?: string;
                    password?: string;
                    /** @enum {string} */
                    keep?: "yes";
                    session?: string;
                    client?: string;
                };
            };
        };
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects back to the page. */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    token: string;
                    token_type_hint?: string;
                    client_id?: string;
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    token: string;
                    token_type_hint?: string;
                    client_id?: string;
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        scope?: string;
                        client_id?: string;
                        /** @constant */
                        token_type?: "Bearer";
                        exp?: number;
                        iat?: number;
                        sub?: string;
                        institution?: string;
                        iss?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    serverMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issuer: string;
                        authorization_endpoint: string;
                        token_endpoint: string;
                        revocation_endpoint: string;
                        introspection_endpoint: string;
                        scopes_supported: string[];
                        response_types_supported: string[];
                        response_modes_supported: string[];
                        grant_types_supported: string[];
                        code_challenge_methods_supported: string[];
                        token_endpoint_auth_methods_supported: string[];
                        revocation_endpoint_auth_methods_supported: string[];
                        introspection_endpoint_auth_methods_supported: string[];
                        /** @constant */
                        authorization_response_iss_parameter_supported: true;
                    };
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    serverMetadataBelow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issuer: string;
                        authorization_endpoint: string;
                        token_endpoint: string;
                        revocation_endpoint: string;
                        introspection_endpoint: string;
                        scopes_supported: string[];
                        response_types_supported: string[];
                        response_modes_supported: string[];
                        grant_types_supported: string[];
                        code_challenge_methods_supported: string[];
                        token_endpoint_auth_methods_supported: string[];
                        revocation_endpoint_auth_methods_supported: string[];
                        introspection_endpoint_auth_methods_supported: string[];
                        /** @constant */
                        authorization_response_iss_parameter_supported: true;
                    };
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: {
                            id: string;
                            name: string;
                            scopes: string;
                            referrer_addresses: string;
                            created_at: string;
                            expires_at?: string;
                            last_used_at?: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, retrying the same request as the same user returns the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes?: string | null;
                    role?: ("reader" | "author" | "publisher" | "operator") | null;
                    referrer_addresses?: string | null;
                    expires_at?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    name: string;
                    scopes?: string | null;
                    role?: ("reader" | "author" | "publisher" | "operator") | null;
                    referrer_addresses?: string | null;
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        scopes: string;
                        referrer_addresses: string;
                        created_at: string;
                        expires_at?: string;
                        last_used_at?: string;
                        /** @constant */
                        action: "Create";
                        key: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, retrying the same request as the same user returns the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    scopes?: string | null;
                    role?: ("reader" | "author" | "publisher" | "operator") | null;
                    referrer_addresses?: string | null;
                    expires_at?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    name?: string | null;
                    scopes?: string | null;
                    role?: ("reader" | "author" | "publisher" | "operator") | null;
                    referrer_addresses?: string | null;
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        action: "Update";
                        id: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: string;
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    query: {
        parameters: {
            query?: {
                /** @description Adds an explanation of the answer; requires the scope ai_model_read. */
                explain?: boolean;
            };
            header?: {
                /** @description For 24 hours, retrying the same request as the same user returns the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    query: string;
                    language?: string | null;
                    device?: string | null;
                    lat?: ("" | number | string) | null;
                    lon?: ("" | number | string) | null;
                    time_offset?: (number | string) | null;
                    dialog?: string | null;
                    dialog_seed?: string | null;
                    ai_version?: string | null;
                    application?: string | null;
                    ai_faq_filters?: {
                        [key: string]: string | string[];
                    } | null;
                    external_user_id: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        qid: string;
                        session_id: string;
                        dialog: string;
                        query: string;
                        competency: string;
                        classifier_state: string;
                        visuals: {
                            speakableResponse: string;
                            formattedResponse: string;
                            choices?: string[] | unknown;
                            link?: {
                                url: string;
                                title: string;
                            } | unknown;
                            image?: {
                                url: string;
                                alt: string;
                            } | unknown;
                            card?: {
                                title: string;
                                text?: string;
                                image?: {
                                    url: string;
                                    alt: string;
                                };
                                link?: {
                                    url: string;
                                    title: string;
                                };
                            } | unknown;
                            cards?: {
                                title: string;
                                text?: string;
                                image?: {
                                    url: string;
                                    alt: string;
                                };
                                link?: {
                                    url: string;
                                    title: string;
                                };
                            }[] | unknown;
                            table?: {
                                title?: string;
                                columns: string[];
                                rows: string[][];
                            } | unknown;
                        } & {
                            [key: string]: unknown;
                        };
                        intent: string | null;
                        intent_probability: number | null;
                        slots: {
                            [key: string]: {
                                type: string;
                                values: ({
                                    tokens: string;
                                    resolved: -1 | 0 | 1;
                                    value: unknown;
                                } & {
                                    [key: string]: unknown;
                                })[];
                            };
                        };
                        ai_version: string;
                        application: string | null;
                        language: string;
                        /** @enum {string} */
                        owner?: "assistant" | "people";
                        bl_resp?: unknown;
                        faq?: {
                            collection: string;
                            title: string;
                            source: string;
                            tags: string[];
                            score: number;
                            more?: {
                                title: string;
                                source: string;
                                tags: string[];
                            }[];
                        };
                        response?: {
                            type: string;
                            slots: {
                                name: string;
                                raw_value: {
                                    type: string;
                                    values: ({
                                        tokens: string;
                                        resolved: -1 | 0 | 1;
                                        value: unknown;
                                    } & {
                                        [key: string]: unknown;
                                    })[];
                                };
                            }[];
                        };
                        explanation?: {
                            ranked: {
                                label: string;
                                probability: number;
                            }[];
                            out_of_scope: number | null;
                            outcome: string | null;
                            acts: {
                                [key: string]: number;
                            };
                            proposals: {
                                command: string;
                                label?: string;
                                slot?: string | null;
                                way?: string;
                                how?: string;
                                start: number;
                                end: number;
                                score: number;
                                by: string;
                                became: string;
                            }[];
                            transitions: {
                                from: string;
                                to: string;
                                on: string;
                            }[];
                            asked: string | null;
                            business_logic: {
                                status: string;
                                reason?: string;
                            } | null;
                            faq?: {
                                collection: string;
                                documents: number;
                                remaining: number;
                                filters: {
                                    key: string;
                                    removed: number;
                                }[];
                                threshold: number;
                                certainty?: number | null;
                                candidates: {
                                    title: string;
                                    source: string;
                                    score: number;
                                    words: number;
                                    meaning: number | null;
                                }[];
                            }[];
                            business_logic_calls: {
                                state: string;
                                intent: string | null;
                                status: string;
                                reason?: string;
                                milliseconds: number;
                            }[];
                            findings: string[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    readMessages: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous answer. Default: from the first message on. */
                after?: string;
                /** @description Seconds to wait for a message if there is none. */
                wait?: number;
                /** @description What the caller shows of a person’s writing: the wait also ends when `typing` of the answer would differ. Default: it does not end by that. */
                typing?: "true" | "false";
            };
            header: {
                /** @description The dialog of an answer, sent with a credential of the same user. */
                Dialog: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session_id: string;
                        /** @enum {string} */
                        owner: "assistant" | "people";
                        person: string | null;
                        typing: boolean;
                        messages: {
                            sequence: number;
                            at: string;
                            /** @enum {string} */
                            from: "user" | "assistant" | "person" | "note" | "business_logic";
                            name: string | null;
                            text: string;
                        }[];
                        ask_after_seconds: number | null;
                        cursor: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, retrying the same request as the same user returns the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    dialog: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session_id: string;
                        sequence: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    giveFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    session_id: string;
                    qid?: string | null;
                    /** @enum {string} */
                    rating: "good" | "bad";
                    words?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session_id: string;
                        qid: string | null;
                        /** @enum {string} */
                        rating: "good" | "bad";
                        words_kept: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description The first day (UTC). Default: six days before `to`. */
                from?: string;
                /** @description The last day (UTC), included. Default: today. */
                to?: string;
                /** @description Only this AI version. */
                ai_version?: string;
                /** @description Only this application, `env_name:app_name`. */
                application?: string;
                /** @description The outcome of the session. */
                outcome?: "contained" | "handed_off" | "abandoned" | "failed";
                /** @description A competency that answered in the session. */
                competency?: string;
                /** @description Maximum number of results. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. A page with few results, or none, is the last one only if it has no `next_cursor`: a search with a filter stops after a bounded number of reads. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: {
                            session_id: string;
                            ai_version: string;
                            application: string | null;
                            language: string;
                            began_at: string;
                            last_at: string;
                            open: boolean;
                            turns: number;
                            unhandled: number;
                            /** @enum {string} */
                            outcome: "contained" | "handed_off" | "abandoned" | "failed";
                            competencies: string[];
                        }[];
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    readConversation: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. A page with few results, or none, is the last one only if it has no `next_cursor`: a search with a filter stops after a bounded number of reads. */
                cursor?: string;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session_id: string;
                        ai_version: string;
                        application: string | null;
                        began_at: string;
                        turns: {
                            qid: string;
                            ordinal: number;
                            at: string;
                            language: string;
                            device: string | null;
                            /** @enum {string} */
                            outcome: "understood" | "clarified" | "value_refused" | "value_not_read" | "not_in_documents" | "not_understood" | "out_of_scope" | "failed" | "corrected";
                            competency: string;
                            classifier_state: string;
                            intent: string | null;
                            milliseconds: number;
                            business_logic: {
                                status: string;
                                milliseconds: number;
                            } | null;
                            query: string | null;
                            speakable_response: string | null;
                            formatted_response: string | null;
                            slots: {
                                [key: string]: unknown[];
                            };
                            explanation: {
                                ranked: {
                                    label: string;
                                    probability: number;
                                }[];
                                out_of_scope: number | null;
                                outcome: string | null;
                                acts: {
                                    [key: string]: number;
                                };
                                proposals: {
                                    command: string;
                                    label?: string;
                                    slot?: string | null;
                                    way?: string;
                                    how?: string;
                                    start: number;
                                    end: number;
                                    score: number;
                                    by: string;
                                    became: string;
                                }[];
                                transitions: {
                                    from: string;
                                    to: string;
                                    on: string;
                                }[];
                                asked: string | null;
                                business_logic: {
                                    status: string;
                                    reason?: string;
                                } | null;
                                faq?: {
                                    collection: string;
                                    documents: number;
                                    remaining: number;
                                    filters: {
                                        key: string;
                                        removed: number;
                                    }[];
                                    threshold: number;
                                    certainty?: number | null;
                                    candidates: {
                                        title: string;
                                        source: string;
                                        score: number;
                                        words: number;
                                        meaning: number | null;
                                    }[];
                                }[];
                                business_logic_calls: {
                                    state: string;
                                    intent: string | null;
                                    status: string;
                                    reason?: string;
                                    milliseconds: number;
                                }[];
                                findings: string[];
                            } | null;
                            feedback: {
                                /** @enum {string} */
                                rating: "good" | "bad";
                                words: string | null;
                                at: string;
                            } | null;
                        }[];
                        feedback: {
                            /** @enum {string} */
                            rating: "good" | "bad";
                            words: string | null;
                            at: string;
                        } | null;
                        messages?: {
                            sequence: number;
                            at: string;
                            /** @enum {string} */
                            from: "user" | "assistant" | "person" | "note" | "business_logic";
                            name: string | null;
                            text: string | null;
                        }[];
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    writeConversationTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session_id: string;
                        path: string;
                        text: string;
                        masked: number;
                        unanswered: number;
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    searchConversations: {
        parameters: {
            query: {
                /** @description The words to search for. */
                text: string;
                /** @description The first day (UTC). Default: six days before `to`. */
                from?: string;
                /** @description The last day (UTC), included. Default: today. */
                to?: string;
                /** @description Only this AI version. */
                ai_version?: string;
                /** @description Only this application, `env_name:app_name`. */
                application?: string;
                /** @description The outcome of the session. */
                outcome?: "contained" | "handed_off" | "abandoned" | "failed";
                /** @description A competency that answered in the session. */
                competency?: string;
                /** @description Maximum number of results. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. A page with few results, or none, is the last one only if it has no `next_cursor`: a search with a filter stops after a bounded number of reads. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        found: {
                            session_id: string;
                            qid: string;
                            at: string;
                            application: string | null;
                            language: string;
                            /** @enum {string} */
                            outcome: "understood" | "clarified" | "value_refused" | "value_not_read" | "not_in_documents" | "not_understood" | "out_of_scope" | "failed" | "corrected";
                            /** @enum {string} */
                            said_by: "user" | "assistant";
                            excerpt: string;
                        }[];
                        searched: number;
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listHandoffs: {
        parameters: {
            query?: {
                /** @description Default: `waiting` and `claimed`. */
                status?: "waiting" | "claimed" | "returned" | "closed";
                /** @description Only conversations of this queue of the version’s people. */
                queue?: string;
                /** @description Maximum number of results. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. A page with few results, or none, is the last one only if it has no `next_cursor`: a search with a filter stops after a bounded number of reads. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        handoffs: {
                            session_id: string;
                            /** @enum {string} */
                            status: "told" | "waiting" | "claimed" | "returned" | "closed";
                            reason: string;
                            since: string;
                            answer_by: string;
                            claimed_by: {
                                user_id: string;
                                name: string;
                                is_you: boolean;
                            } | null;
                            queue: string | null;
                            language: string;
                            ai_version: string;
                            application: string | null;
                            competency: string;
                            classifier_state: string;
                            last_at: string;
                            ends_at: string;
                            sequence: number;
                        }[];
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    readHandoff: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous answer. Default: from the first message on. */
                after?: string;
                /** @description Seconds to wait for a message if there is none. */
                wait?: number;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session_id: string;
                        /** @enum {string} */
                        status: "told" | "waiting" | "claimed" | "returned" | "closed";
                        reason: string;
                        since: string;
                        answer_by: string;
                        claimed_by: {
                            user_id: string;
                            name: string;
                            is_you: boolean;
                        } | null;
                        queue: string | null;
                        language: string;
                        ai_version: string;
                        application: string | null;
                        competency: string;
                        classifier_state: string;
                        last_at: string;
                        ends_at: string;
                        sequence: number;
                        slots: {
                            [key: string]: unknown;
                        };
                        slot_names: string[];
                        logged: boolean;
                        messages: {
                            sequence: number;
                            at: string;
                            /** @enum {string} */
                            from: "user" | "assistant" | "person" | "note" | "business_logic";
                            name: string | null;
                            text: string;
                            user_id: string | null;
                            qid: string | null;
                        }[];
                        ask_after_seconds: number | null;
                        cursor: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    actOnHandoff: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, retrying the same request as the same user returns the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    action: "claim";
                    name: string;
                    take_over?: boolean;
                } | {
                    /** @constant */
                    action: "typing";
                } | {
                    /** @constant */
                    action: "answer";
                    text: string;
                } | {
                    /** @constant */
                    action: "note";
                    text: string;
                } | {
                    /** @constant */
                    action: "hand_back";
                    slots?: {
                        [key: string]: string;
                    };
                    text?: string;
                } | {
                    /** @constant */
                    action: "close";
                    text?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session_id: string;
                        /** @enum {string} */
                        status: "told" | "waiting" | "claimed" | "returned" | "closed";
                        reason: string;
                        since: string;
                        answer_by: string;
                        claimed_by: {
                            user_id: string;
                            name: string;
                            is_you: boolean;
                        } | null;
                        queue: string | null;
                        language: string;
                        ai_version: string;
                        application: string | null;
                        competency: string;
                        classifier_state: string;
                        last_at: string;
                        ends_at: string;
                        sequence: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    suggestAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sequence: number | null;
                        suggestions: {
                            title: string;
                            collection: string;
                            source: string;
                            text: string;
                            score: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: {
                            webhook_id: string;
                            url: string;
                            events: ("handoff.opened" | "handoff.claimed" | "message.created" | "handoff.returned" | "handoff.closed")[];
                            created_at: string;
                            secrets: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    events?: ("handoff.opened" | "handoff.claimed" | "message.created" | "handoff.returned" | "handoff.closed")[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_id: string;
                        url: string;
                        events: ("handoff.opened" | "handoff.claimed" | "message.created" | "handoff.returned" | "handoff.closed")[];
                        created_at: string;
                        secrets: number;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    actOnWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "test" | "rotate_secret" | "retire_secret";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_id: string;
                        url: string;
                        events: ("handoff.opened" | "handoff.claimed" | "message.created" | "handoff.returned" | "handoff.closed")[];
                        created_at: string;
                        secrets: number;
                        secret?: string;
                        delivered?: boolean;
                        reason?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        removed: string;
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeSlackEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                desk: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenge?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeChatwootEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                desk: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    event: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeSms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    MessageSid: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description A document of TwiML. For a message it is empty: the answer is sent afterwards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeCall: {
        parameters: {
            query?: {
                /** @description The number of the input; absent if a call begins or ends. */
                turn?: number;
                /** @description How often Twilio came back for an answer that takes long. */
                wait?: number;
                /** @description Sent after people spoke into the call, which then listens again. */
                resume?: 1;
            };
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    CallSid: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description A document of TwiML. For a message it is empty: the answer is sent afterwards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    checkWhatsAppAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeWhatsAppMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    object: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    checkMessengerAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeMessengerMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    object: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeSlackMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
                "application/x-www-form-urlencoded": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenge?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    takeTeamsMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    readInsights: {
        parameters: {
            query?: {
                /** @description The first day (UTC). Default: six days before `to`. */
                from?: string;
                /** @description The last day (UTC), included. Default: today. */
                to?: string;
                /** @description Only this AI version. */
                ai_version?: string;
                /** @description Only this application, `env_name:app_name`. */
                application?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            sessions: number;
                            turns: number;
                            session_outcomes: {
                                [key: string]: number;
                            };
                            turn_outcomes: {
                                [key: string]: number;
                            };
                            competencies: {
                                [key: string]: number;
                            };
                            languages: {
                                [key: string]: number;
                            };
                            feedback: {
                                [key: string]: number;
                            };
                            containment: number | null;
                            milliseconds: {
                                p50: number;
                                p99: number;
                            } | null;
                            business_logic: {
                                calls: number;
                                failed: number;
                                milliseconds: {
                                    p50: number;
                                    p99: number;
                                } | null;
                            };
                            day: string;
                        }[];
                        total: {
                            sessions: number;
                            turns: number;
                            session_outcomes: {
                                [key: string]: number;
                            };
                            turn_outcomes: {
                                [key: string]: number;
                            };
                            competencies: {
                                [key: string]: number;
                            };
                            languages: {
                                [key: string]: number;
                            };
                            feedback: {
                                [key: string]: number;
                            };
                            containment: number | null;
                            milliseconds: {
                                p50: number;
                                p99: number;
                            } | null;
                            business_logic: {
                                calls: number;
                                failed: number;
                                milliseconds: {
                                    p50: number;
                                    p99: number;
                                } | null;
                            };
                        };
                        made_up: {
                            application: string;
                            sessions: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listUnhandled: {
        parameters: {
            query?: {
                /** @description The first day (UTC). Default: six days before `to`. */
                from?: string;
                /** @description The last day (UTC), included. Default: today. */
                to?: string;
                /** @description Only this AI version. */
                ai_version?: string;
                /** @description Only this application, `env_name:app_name`. */
                application?: string;
                /** @description Only this language. */
                language?: string;
                /** @description Only queries with this outcome. */
                outcome?: "not_understood" | "value_not_read" | "value_refused" | "not_in_documents" | "out_of_scope" | "corrected";
                /** @description True for dismissed queries only. Default: those that are not. */
                dismissed?: "true" | "false";
                /** @description Maximum number of results. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: {
                            /** @enum {string} */
                            outcome: "not_understood" | "value_not_read" | "value_refused" | "not_in_documents" | "out_of_scope" | "corrected";
                            language: string;
                            slot: string | null;
                            question: string | null;
                            days: {
                                day: string;
                                count: number;
                            }[];
                            turns: {
                                session_id: string;
                                qid: string;
                                ordinal: number | null;
                                at: string;
                            }[];
                            count: number;
                            sessions: number;
                            made_up: number;
                            examples: string[];
                            nearest: {
                                label: string;
                                probability: number;
                            }[];
                            last_at: string;
                        }[];
                        left_out: number;
                        grouped: number;
                        complete: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    dismissUnhandled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    outcome: "not_understood" | "value_not_read" | "value_refused" | "not_in_documents" | "out_of_scope" | "corrected";
                    language: string;
                    slot?: string | null;
                    queries: string[];
                    dismissed?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dismissed: boolean;
                        queries: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. A page with few results, or none, is the last one only if it has no `next_cursor`: a search with a filter stops after a bounded number of reads. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            ai_version: string;
                            name: string;
                            created_at: string;
                            created_by: string;
                            languages: string[];
                            serves: string[];
                            deeds: {
                                state: string;
                                competency: string;
                                /** @enum {string} */
                                reason: "declared" | "yes" | "goes_on";
                                ways: {
                                    from: string;
                                    /** @enum {string} */
                                    on: "yes" | "cancel" | "no" | "slot" | "business_logic" | "retries" | "query";
                                    /** @enum {string} */
                                    guard: "yes" | "asked" | "closed" | "business_logic" | "after_deed" | "none";
                                    unsaid: {
                                        slot: string;
                                        in: string[];
                                        perhaps: boolean;
                                    }[];
                                }[];
                            }[] | null;
                            note: string | null;
                        }[];
                        assignments: {
                            application: string;
                            ai_version: string;
                            canary: {
                                ai_version: string;
                                percent: number;
                            } | null;
                            revision: number;
                            assigned_at: string;
                            assigned_by: string;
                        }[];
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    readVersionHistory: {
        parameters: {
            query: {
                /** @description The application, `env_name:app_name`, or `default`. */
                application: string;
                /** @description Maximum number of results. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        history: {
                            application: string;
                            ai_version: string;
                            canary: {
                                ai_version: string;
                                percent: number;
                            } | null;
                            revision: number;
                            assigned_at: string;
                            assigned_by: string;
                            restores: number | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    compareVersions: {
        parameters: {
            query: {
                /** @description The first AI version. */
                before: string;
                /** @description The second AI version. */
                after: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        before: string;
                        after: string;
                        differences: {
                            /** @enum {string} */
                            change: "added" | "removed" | "changed";
                            place: string[];
                            before?: string;
                            after?: string;
                        }[];
                        left_off: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    assignVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    application: string;
                    ai_version: string;
                    canary_percent?: number | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        application: string;
                        ai_version: string;
                        canary: {
                            ai_version: string;
                            percent: number;
                        } | null;
                        revision: number;
                        assigned_at: string;
                        assigned_by: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    rollBackVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    application: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        application: string;
                        ai_version: string;
                        canary: {
                            ai_version: string;
                            percent: number;
                        } | null;
                        revision: number;
                        assigned_at: string;
                        assigned_by: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    noteVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ai_version: string;
                    note: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ai_version: string;
                        note: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listDrafts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        drafts: {
                            draft: string;
                            revision: number;
                            updated_at: string;
                            updated_by: string;
                            files: number;
                            bytes: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    readDraft: {
        parameters: {
            query?: {
                /** @description An earlier revision. Default: the latest. */
                revision?: number;
            };
            header?: never;
            path: {
                draft: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: string;
                        revision: number;
                        updated_at: string;
                        updated_by: string;
                        has_job: boolean;
                        files: {
                            [key: string]: string;
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    writeDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draft: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    files: {
                        [key: string]: string | null;
                    };
                    accepts?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: string;
                        revision: number;
                        updated_at: string;
                        updated_by: string;
                        files: number;
                        bytes: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    deleteDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draft: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: string;
                        revision: number;
                        updated_at: string;
                        updated_by: string;
                        files: number;
                        bytes: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    checkDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draft: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: string;
                        revision: number;
                        errors: number;
                        warnings: number;
                        findings: {
                            file: string;
                            line: number;
                            column: number;
                            /** @enum {string} */
                            severity: "error" | "warning";
                            message: string;
                        }[];
                        left_off: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    tryInDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draft: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    phrases: string[];
                    /** @enum {string} */
                    kind: "utterance" | "value" | "document";
                    name: string;
                    language: string;
                    ai_version?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: string;
                        revision: number;
                        ai_version: string | null;
                        /** @enum {string} */
                        compared_by: "meaning" | "words";
                        compared: number;
                        sentences: number;
                        has_name: boolean;
                        phrases: {
                            text: string;
                            now: {
                                label: string | null;
                                document: string | null;
                                ranked: {
                                    label: string;
                                    probability: number;
                                }[];
                                out_of_scope: number | null;
                            } | null;
                            stands: {
                                /** @enum {string} */
                                kind: "utterance" | "question" | "value" | "test";
                                name: string;
                                is_wanted: boolean;
                            }[];
                            own: {
                                /** @enum {string} */
                                kind: "utterance" | "question";
                                name: string;
                                text: string;
                                similarity: number;
                            } | null;
                            nearest: {
                                /** @enum {string} */
                                kind: "utterance" | "question";
                                name: string;
                                text: string;
                                similarity: number;
                            }[];
                            at_risk: {
                                /** @enum {string} */
                                kind: "utterance" | "question";
                                name: string;
                                text: string;
                                similarity: number;
                                own_similarity: number;
                            }[];
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    publishDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draft: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    compare_with?: string | null;
                    despite_failed_tests?: boolean | null;
                    only_tests?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: string;
                        job: string;
                        revision: number;
                        /** @enum {string} */
                        state: "training" | "published" | "tested" | "failed" | "dead";
                        stage: string;
                        progress: number;
                        started_at: string;
                        started_by: string;
                        updated_at: string;
                        ai_version?: string;
                        play?: {
                            compared_with: string | null;
                            /** @enum {string} */
                            comparison: "done" | "none" | "same" | "failed";
                            tests: {
                                passed: number;
                                failed: number;
                                failures: {
                                    file: string;
                                    name: string;
                                    turn: number;
                                    said: string;
                                    message: string;
                                }[];
                                left_off: number;
                            };
                            sentences?: {
                                played: number;
                                right_before: number;
                                right: number;
                                wrong: {
                                    text: string;
                                    language: string;
                                    wanted: string;
                                    before: string | null;
                                    after: string | null;
                                }[];
                                left_off: number;
                                values?: {
                                    played: number;
                                    right_before: number;
                                    right: number;
                                    wrong: {
                                        text: string;
                                        language: string;
                                        slot: string;
                                        wanted: string;
                                        before: string | null;
                                        after: string | null;
                                    }[];
                                    left_off: number;
                                };
                            };
                            conversations?: {
                                from: string;
                                to: string;
                                played: number;
                                made_up: number;
                                left_off: number;
                                turns: number;
                                unplayed: {
                                    /** @enum {string} */
                                    reason: "masked" | "unreadable" | "language" | "lost" | "failed" | "elsewhere" | "long";
                                    turns: number;
                                }[];
                                better: {
                                    count: number;
                                    share: number;
                                    low: number;
                                    high: number;
                                };
                                worse: {
                                    count: number;
                                    share: number;
                                    low: number;
                                    high: number;
                                };
                                other: number;
                                same: number;
                                /** @enum {string} */
                                verdict: "better" | "worse" | "open";
                                verdict_from: number;
                                changes: {
                                    session_id: string;
                                    qid: string;
                                    turn: number;
                                    /** @enum {string} */
                                    verdict: "worse" | "other" | "better";
                                    before: {
                                        /** @enum {string} */
                                        outcome: "understood" | "clarified" | "value_refused" | "value_not_read" | "not_in_documents" | "not_understood" | "out_of_scope" | "failed" | "corrected";
                                        competency: string;
                                        state: string;
                                        asked: string | null;
                                    };
                                    after: {
                                        /** @enum {string} */
                                        outcome: "understood" | "clarified" | "value_refused" | "value_not_read" | "not_in_documents" | "not_understood" | "out_of_scope" | "failed" | "corrected";
                                        competency: string;
                                        state: string;
                                        asked: string | null;
                                    };
                                }[];
                                changes_left_off: number;
                            };
                        };
                        failure?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    readDraftJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draft: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: string;
                        job: string;
                        revision: number;
                        /** @enum {string} */
                        state: "training" | "published" | "tested" | "failed" | "dead";
                        stage: string;
                        progress: number;
                        started_at: string;
                        started_by: string;
                        updated_at: string;
                        ai_version?: string;
                        play?: {
                            compared_with: string | null;
                            /** @enum {string} */
                            comparison: "done" | "none" | "same" | "failed";
                            tests: {
                                passed: number;
                                failed: number;
                                failures: {
                                    file: string;
                                    name: string;
                                    turn: number;
                                    said: string;
                                    message: string;
                                }[];
                                left_off: number;
                            };
                            sentences?: {
                                played: number;
                                right_before: number;
                                right: number;
                                wrong: {
                                    text: string;
                                    language: string;
                                    wanted: string;
                                    before: string | null;
                                    after: string | null;
                                }[];
                                left_off: number;
                                values?: {
                                    played: number;
                                    right_before: number;
                                    right: number;
                                    wrong: {
                                        text: string;
                                        language: string;
                                        slot: string;
                                        wanted: string;
                                        before: string | null;
                                        after: string | null;
                                    }[];
                                    left_off: number;
                                };
                            };
                            conversations?: {
                                from: string;
                                to: string;
                                played: number;
                                made_up: number;
                                left_off: number;
                                turns: number;
                                unplayed: {
                                    /** @enum {string} */
                                    reason: "masked" | "unreadable" | "language" | "lost" | "failed" | "elsewhere" | "long";
                                    turns: number;
                                }[];
                                better: {
                                    count: number;
                                    share: number;
                                    low: number;
                                    high: number;
                                };
                                worse: {
                                    count: number;
                                    share: number;
                                    low: number;
                                    high: number;
                                };
                                other: number;
                                same: number;
                                /** @enum {string} */
                                verdict: "better" | "worse" | "open";
                                verdict_from: number;
                                changes: {
                                    session_id: string;
                                    qid: string;
                                    turn: number;
                                    /** @enum {string} */
                                    verdict: "worse" | "other" | "better";
                                    before: {
                                        /** @enum {string} */
                                        outcome: "understood" | "clarified" | "value_refused" | "value_not_read" | "not_in_documents" | "not_understood" | "out_of_scope" | "failed" | "corrected";
                                        competency: string;
                                        state: string;
                                        asked: string | null;
                                    };
                                    after: {
                                        /** @enum {string} */
                                        outcome: "understood" | "clarified" | "value_refused" | "value_not_read" | "not_in_documents" | "not_understood" | "out_of_scope" | "failed" | "corrected";
                                        competency: string;
                                        state: string;
                                        asked: string | null;
                                    };
                                }[];
                                changes_left_off: number;
                            };
                        };
                        failure?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listBusinessLogic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        business_logic: {
                            name: string;
                            application: string | null;
                            url: string | null;
                            secrets: string[];
                        }[];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    changeBusinessLogic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "set_url" | "rotate_secret" | "retire_secret";
                    url?: string;
                    application?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        application: string | null;
                        url: string | null;
                        secrets: string[];
                        secret?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    removeBusinessLogic: {
        parameters: {
            query?: {
                /** @description Removes only what the name stands for in this application: `env_name:app_name`. */
                application?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        removed: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Maximum number of results. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. A page with few results, or none, is the last one only if it has no `next_cursor`: a search with a filter stops after a bounded number of reads. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /**
                     * @description The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.
                     * @example "queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description For each limit, the remaining units `r` and the seconds `t` until its window ends.
                     * @example "queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            at: string;
                            action: string;
                            target: string | null;
                            application: string | null;
                            percent: number | null;
                            host_before: string | null;
                            host: string | null;
                            scopes: string | null;
                            role: ("reader" | "author" | "publisher" | "operator") | null;
                            changed: string[];
                            actor: {
                                /** @enum {string} */
                                kind: "user" | "client" | "token" | "key" | "operator";
                                id: string | null;
                                service_user_id: string | null;
                            };
                            request_id: string;
                        }[];
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    chatScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    console: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    consoleFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
}
