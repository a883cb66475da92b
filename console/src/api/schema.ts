export interface paths {
    "/v1.1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own Workspaces
         * @description Of a session, those to which its user belongs; of an API token, those in which it may do anything.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a Workspace
         * @description The user is its Owner, for ever. How many Workspaces a user may own, the plan says. For people who are signed in, not for API tokens.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a Workspace
         * @description Needs the permission `workspaces:read`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a Workspace
         * @description It cannot be undone: export its data first. From the answer on, the Workspace answers like one that never was, to everybody; its bank accounts can be connected elsewhere; its pending links have failed with the reason `workspace_deleted`. Its data goes in the background; the pages of its closed links stay, and so does what was counted for its Owner's plan. While callbacks are unfinished, the answer is 409 with their number in `details`.
         *
         *     Needs the permission `workspaces:delete`. The password, or a second factor, must have been given within the last five minutes.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Change a Workspace
         * @description Its entity type, its banking mode and its Owner cannot be changed. `second_factor_required` keeps its Owner and Admins out until they have a second factor. The caller who turns it on must have one: else 409.
         *
         *     Needs the permission `workspaces:write`.
         */
        patch: operations["changeWorkspace"];
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a Workspace
         * @description From now on, entries of banks are held as they arrive: they make no transaction, complete no link, raise no callback and are not counted. No link can be created. Existing links expire and can be cancelled, recorded callbacks are still sent, and everything can be read. Suspending a suspended Workspace changes nothing, but ends a reactivation that is in progress.
         *
         *     Needs the permission `workspaces:write`.
         */
        post: operations["suspendWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate a suspended Workspace
         * @description First, the entries that were held are processed in the order of their arrival, as if they arrived now: a link whose time has passed meanwhile is paid `late`. The Workspace is active when none is left. If the call fails before that, the Workspace stays suspended, nothing is lost or processed twice, and repeating the call continues. While it runs, a second one gets 429. If the Workspace is suspended again meanwhile, the answer is 409 with the status in `details`. Reactivating an active Workspace changes nothing.
         *
         *     Needs the permission `workspaces:write`.
         */
        post: operations["reactivateWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything in a Workspace
         * @description Lines of JSON, each with a `kind` (`workspace`, `member`, `invitation`, `bank_account`, `virtual_account`, `payment_link`, `rejected_payment`, `callback`, `order`, `webhook`, `delivery`, `transaction`) and a `record` as the other calls have it; of a suspended Workspace also each entry of a bank that is held (`held_entry`). The last line's kind is `end`. Secrets are left out. What changes meanwhile may or may not be in it. Without the last line, the answer was cut off: ask again.
         *
         *     Needs the permission `workspaces:read`. For an Owner or Admin. For people who are signed in, not for API tokens.
         */
        get: operations["exportWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people in a Workspace
         * @description Needs the permission `workspaces:read`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave a Workspace
         * @description Removing somebody else needs the permission `workspaces:members`; every signed-in member may leave. It holds at once, for sessions and API tokens. The Owner stays: 409.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Give a member another role
         * @description It holds at once, for the member's sessions and API tokens. The Owner's role cannot be changed: 409.
         *
         *     Needs the permission `workspaces:members`.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a Workspace's invitations
         * @description Needs the permission `workspaces:members`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person into a Workspace
         * @description The mail carries a link that is valid for 7 days and works once. A new invitation for an address ends the one before. An address that belongs to a member is refused: 409. At most ten invitations in 15 minutes for one address, and a hundred by one person: 429.
         *
         *     Needs the permission `workspaces:members`.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an invitation
         * @description Its link is dead at once. One that was accepted or cancelled before is refused: 409.
         *
         *     Needs the permission `workspaces:members`.
         */
        delete: operations["cancelInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description For the person with the invited address; others get the same answer as for an unknown token: 422. A person without an account gives the token to `POST /v1.1/accounts` instead. For people who are signed in, not for API tokens.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/payment-links/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Needs the permission `payment_links:read`.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description An error answer lists all faults of the body. Send an `Idempotency-Key` so that you can repeat the call safely.
         *
         *     Needs the permission `payment_links:write`.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/payment-links/{workspace_id}/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment link
         * @description Needs the permission `payment_links:read`.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/payment-links/{workspace_id}/{link_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment link while it is pending
         * @description If it is not pending, the answer is 409 with the status in `details`.
         *
         *     Needs the permission `payment_links:write`.
         */
        post: operations["cancelPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/payment-links/{workspace_id}/{link_id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every credit that named a payment link
         * @description Needs the permission `payment_links:read`.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/payment-links/{workspace_id}/{link_id}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the callback of a paid link
         * @description With its attempts, the rounds that were requested, and its request as a `curl` command.
         *
         *     Needs the permission `payment_links:read`.
         */
        get: operations["getCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/payment-links/{workspace_id}/{link_id}/callback/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a callback again
         * @description The callback may have been acknowledged or have failed. While it is still being sent, the answer is 409 with the status in `details`; once its body is too old to be kept, 409 with `body`. A link that was never paid has no callback: 404.
         *
         *     Needs the permission `payment_links:write`.
         */
        post: operations["resendCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/payment-links/{workspace_id}/callbacks/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the callbacks of all matching links again
         * @description The filters are those of the list. Without a filter, the call is refused unless `all=true` selects every callback of the Workspace. Callbacks without a body are left out. One call runs at a time in a Workspace; a second one gets 429.
         *
         *     Needs the permission `payment_links:write`.
         */
        post: operations["resendCallbacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/orders/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Needs the permission `payment_links:read`.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order
         * @description The payer transfers the amount with the `reference` in the text; the Workspace's webhooks are told `order.success`, or `order.failed` if the order expires or loses its bank account. Another order with the same `order_id`: 409. Send an `Idempotency-Key` so that you can repeat the call safely.
         *
         *     Needs the permission `payment_links:write`.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/orders/{workspace_id}/{order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description By your own id or ours. An id with a slash or a backslash fits in no path: use ours, or the list's filter `order_id`.
         *
         *     Needs the permission `payment_links:read`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/orders/{workspace_id}/{order_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order while it is pending
         * @description No webhook is told. If it is not pending, the answer is 409 with the status in `details`.
         *
         *     Needs the permission `payment_links:write`.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the banks */
        get: operations["listBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a Workspace's bank accounts
         * @description Needs the permission `bank_accounts:read`.
         */
        get: operations["listBankAccounts"];
        put?: never;
        /**
         * Start to connect a bank account
         * @description The account is `pending` until its ownership is proved as `connection.method` says: give the bank's one-time code within 5 minutes, or make a transfer with `verification_text` within 24 hours. A bank that is not in the Workspace's Banking Mode, and values that the bank refuses, get 422; an account that this Workspace has connected, or had, gets 409, and can be connected again. A connection that is started again takes the place of the one before; 10 may be in progress: 429.
         *
         *     Needs the permission `bank_accounts:write`.
         */
        post: operations["connectBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bank account
         * @description Needs the permission `bank_accounts:read`.
         */
        get: operations["getBankAccount"];
        put?: never;
        post?: never;
        /**
         * Remove a bank account
         * @description For good: its pending links fail with `bank_account_removed`, its pending orders fail, and what the bank tells of it later is no longer recorded here. What was recorded stays. Removing a pending account gives up its connection.
         *
         *     Needs the permission `bank_accounts:delete`.
         */
        delete: operations["removeBankAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a bank account
         * @description No link can be made for it any more. Pending links stay: money that comes in for them is recorded when the bank tells of it, and they expire at their time. Disconnecting a disconnected account changes nothing, but ends a connection in progress. A pending account gets 409.
         *
         *     Needs the permission `bank_accounts:write`. For an Owner or Admin. For people who are signed in, not for API tokens.
         */
        post: operations["disconnectBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a disconnected bank account again
         * @description It keeps its id, its links and its history, and stays `disconnected` until its ownership is proved again, as for a new one. An account that is not disconnected gets 409.
         *
         *     Needs the permission `bank_accounts:write`. For an Owner or Admin. For people who are signed in, not for API tokens.
         */
        post: operations["reconnectBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the bank's one-time code
         * @description The account is connected when the bank accepts the code. A wrong code gets 422 `OTP_INVALID`, with the number of tries that are left; after 5, or 5 minutes, ask for another code. If another Workspace has connected the account, the answer is 409. If no code is awaited, it is 409, too.
         *
         *     Needs the permission `bank_accounts:write`. For an Owner or Admin. For people who are signed in, not for API tokens.
         */
        post: operations["giveOneTimeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the bank send another one-time code
         * @description The tries and the 5 minutes begin again. A bank sends at most 5 codes for a connection: 429.
         *
         *     Needs the permission `bank_accounts:write`. For an Owner or Admin. For people who are signed in, not for API tokens.
         */
        post: operations["resendOneTimeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the virtual accounts of a bank account
         * @description Needs the permission `bank_accounts:read`.
         */
        get: operations["listVirtualAccounts"];
        put?: never;
        /**
         * Issue a virtual account
         * @description The bank issues a number, which stands for the account; where the bank has no connector, give the number that your provider has issued. The account must be connected: 409. It can have 1,000 of them: 409.
         *
         *     Needs the permission `bank_accounts:write`.
         */
        post: operations["issueVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts/{virtual_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Close a virtual account
         * @description For good. While a pending link names it, the answer is 409: cancel the link first, or wait for its end. Closing a closed one changes nothing.
         *
         *     Needs the permission `bank_accounts:delete`.
         */
        delete: operations["closeVirtualAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a statement
         * @description Records what no feed has told of. An entry is recorded once, whichever feed or statement tells of it, and however often: day, direction, amount and text tell them apart. What is recorded raises the same events as an entry of a feed, and is decided by the time of the import: a link that has expired meanwhile is not completed. At most 1 MiB and 10,000 entries.
         *
         *     Needs the permission `bank_accounts:write`.
         */
        post: operations["importStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how an account's bank is heard
         * @description Needs the permission `bank_accounts:read`.
         */
        get: operations["getBankAccountHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of every Workspace that the token may read
         * @description 403 if there is none, or if `workspace_id` names another.
         *
         *     Needs the permission `bank_accounts:read`.
         */
        get: operations["listAllTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/transactions/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a Workspace's transactions
         * @description Needs the permission `bank_accounts:read`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/transactions/{workspace_id}/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction
         * @description Needs the permission `bank_accounts:read`.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Note what was done about a transaction
         * @description Changes no status, no classification and no event.
         *
         *     Needs the permission `payment_links:write`.
         */
        patch: operations["annotateTransaction"];
        trace?: never;
    };
    "/v1.1/daily-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of a day for every Workspace that the caller may read
         * @description 403 if there is none.
         *
         *     Needs the permission `bank_accounts:read`.
         */
        get: operations["listAllDailyReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/daily-reports/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of a day
         * @description One row for each bank account of the Workspace, with CSV for spreadsheets. What happens later to a callback or a transaction of the day shows in it.
         *
         *     Needs the permission `bank_accounts:read`.
         */
        get: operations["listDailyReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/daily-reports/{workspace_id}/{day}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read or print the report of a day
         * @description Browsers get a page that can be printed, `text/html`.
         *
         *     Needs the permission `bank_accounts:read`.
         */
        get: operations["getDailyReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/bank-feed/{bank}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the entries of accounts at a bank
         * @description For a bank's connector. Send entries in any order, and repeat them until the answer is 200: an entry that arrives twice is counted once. A feed in the format `camt054`, `sepay` or `casso` has its own body and its own proof of the sender; a native one also takes a camt.054 document as `application/xml`.
         */
        post: operations["reportEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for an account
         * @description A mail carries the link that makes it, valid for 24 hours. The answer is the same for an address that has an account; its owner is told. With an `invitation`, the account is ready at once: 201. Where the operator has closed sign-up, an invitation is needed: 403 without one.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/accounts/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the account that a mail confirms
         * @description Works once.
         */
        post: operations["confirmAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to set a new password
         * @description Valid for one hour, once; a new one ends the one before. The answer, and the time it takes, are the same for an address without an account.
         */
        post: operations["beginRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/recovery/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by a mailed link
         * @description All sessions of the account end.
         */
        post: operations["recoverAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own sessions
         * @description For people who are signed in, not for API tokens.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Sign in
         * @description The session is the cookie of the answer. An unknown address and a wrong password get the same answer in the same time. If both are right and the account has a second factor, `details` of the 401 name what may be given (`code`, `recovery_code`, `passkey`): call again with all of it. A wrong one is named there, too. Ten tries in 15 minutes for an account and from an address, with whatever was wrong; after that, 429.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description For people who are signed in, not for API tokens.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of one's own sessions
         * @description For people who are signed in, not for API tokens.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one's own account
         * @description For people who are signed in, not for API tokens.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's name or language
         * @description For people who are signed in, not for API tokens.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/v1.1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's password
         * @description All other sessions end. For people who are signed in, not for API tokens.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans
         * @description For people who are signed in, not for API tokens.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the plan that one is on
         * @description For people who are signed in, not for API tokens.
         */
        get: operations["getAccountPlan"];
        /**
         * Change one's plan
         * @description A higher plan is held at once, and prices the whole month. A lower one is held when the next month begins in Vietnam, and only if the account's Workspaces fit: else 409. Until then no Workspace can be made that would not fit. The present plan cancels a change that waits. For people who are signed in, not for API tokens.
         */
        put: operations["changeAccountPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is used of the plan in this month
         * @description `forecast` is the number of transactions so far, and for the time that is left as many as were recorded in the time that has passed; at least a day is taken to have passed. For people who are signed in, not for API tokens.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's statements
         * @description One for each month since the account was made. That of this month is open, and is closed a few minutes after its end. For people who are signed in, not for API tokens.
         */
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statement of a month
         * @description Signed-in browsers get a page that can be printed, `text/html`. For people who are signed in, not for API tokens.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/sessions/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description The page gives `public_key` to `PublicKeyCredential.parseRequestOptionsFromJSON` and the browser, and what comes back to `POST /v1.1/sessions` as `passkey`, within five minutes: with the address and the password, or alone, since the passkey names its user.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/sessions/current/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the password or a second factor again
         * @description Opens for five minutes the calls that answer 403 `REAUTHENTICATION_REQUIRED` without it. For people who are signed in, not for API tokens.
         */
        post: operations["confirmSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/sessions/current/confirm/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to confirm a session with a passkey
         * @description As `POST /v1.1/sessions/options`, for a passkey of the user and this session alone. For people who are signed in, not for API tokens.
         */
        post: operations["beginPasskeyConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one's own second factors
         * @description For people who are signed in, not for API tokens.
         */
        get: operations["getSecondFactor"];
        put?: never;
        /**
         * Set up an authenticator app
         * @description It counts once `POST /v1.1/account/second-factor/confirm` has a code of it. Doing this again gives another secret, and the one before ends. 409 if an app is in force: turn it off first. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["beginSecondFactor"];
        /**
         * Turn the authenticator app off
         * @description Without any second factor left, the recovery codes end, too. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        delete: operations["endSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the authenticator app on
         * @description From now on, signing in needs a code of it, or another second factor. The answer shows ten recovery codes, once; earlier ones end. All other sessions end. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes
         * @description The earlier ones end. 409 without a second factor. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description The page gives `public_key` to `PublicKeyCredential.parseCreationOptionsFromJSON` and the browser, and what comes back to `POST /v1.1/account/passkeys`, within five minutes and from the same session. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own passkeys
         * @description For people who are signed in, not for API tokens.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description From now on, signing in needs a second factor, and this is one. All other sessions end. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/account/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove one of one's own passkeys
         * @description Without any second factor left, the recovery codes end, too. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/api-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own API tokens
         * @description For people who are signed in, not for API tokens.
         */
        get: operations["listApiTokens"];
        put?: never;
        /**
         * Create an API token
         * @description Its secret, `token`, is shown in this answer alone; an answer to a repeated call has `null` there. The token may never do more than its creator's role holds at the time of a call. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["createApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/api-tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token
         * @description It is refused from now on, for good. Revoking it again changes nothing. For people who are signed in, not for API tokens.
         */
        delete: operations["revokeApiToken"];
        options?: never;
        head?: never;
        /**
         * Change an API token's name, networks or permissions
         * @description Changing networks or permissions needs the password again, as creating a token does. The expiry stays: create another token instead. 409 if the token is revoked. For people who are signed in, not for API tokens.
         */
        patch: operations["changeApiToken"];
        trace?: never;
    };
    "/v1.1/api-tokens/{token_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API token another secret
         * @description The old secret is refused from now on. Everything else about the token stays. 409 if the token is revoked or has expired. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["rotateApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/signing-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a Workspace's signing key
         * @description Anyone who has it can forge callbacks.
         *
         *     Needs the permission `workspaces:read`. For an Owner or Admin. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        get: operations["getSigningKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/signing-key/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a Workspace's signing key
         * @description The key so far becomes the previous one: for 24 hours, verify with both, since callbacks keep the signature with which they were recorded. The one before that is gone at once.
         *
         *     Needs the permission `workspaces:write`. For an Owner or Admin. For people who are signed in, not for API tokens. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["rotateSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/webhooks/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a Workspace's webhooks
         * @description Needs the permission `webhooks:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description `api_key` and `secret` are shown in this answer alone; an answer to a repeated call has `null` there, and so has that for a chat. A chat is sent a test message at once, whose delivery shows whether it arrived. An endpoint is sent one first if `check` asks for it. A Workspace has at most 50 webhooks: 409.
         *
         *     Needs the permission `webhooks:write`. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/webhooks/{workspace_id}/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Needs the permission `webhooks:read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description For good. What still waits to be sent to it is skipped; the record of its deliveries stays.
         *
         *     Needs the permission `webhooks:delete`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable a webhook
         * @description Changes hold for the events that follow. While a webhook is disabled, its events are kept as deliveries with the status `skipped`, which can be sent again. A chat is sent a test message when its chat or its token changes, and an endpoint one first if `check` asks for it.
         *
         *     Needs the permission `webhooks:write`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook another API key and secret
         * @description The new pair is shown in this answer alone. It is used once you activate it, or after 24 hours; until then the old pair is. So teach your receiver both, activate, and forget the old ones. 409 for a chat: change its `bot_token`.
         *
         *     Needs the permission `webhooks:write`. The password, or a second factor, must have been given within the last five minutes.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use a rotated pair of key and secret now
         * @description From the next attempt on. 409 if no pair waits.
         *
         *     Needs the permission `webhooks:write`.
         */
        post: operations["activateWebhookKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/webhooks/{workspace_id}/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description An ordinary request, or message, whose `transaction_id` begins with `txn_test_`, or `order_id` with `ord_test_`. It is recorded and repeated as every delivery. 409 if the webhook is disabled.
         *
         *     Needs the permission `webhooks:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/deliveries/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to a Workspace's webhooks
         * @description Webhooks and chats; the callback of a payment link is shown with the link.
         *
         *     Needs the permission `webhooks:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/deliveries/{workspace_id}/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description With its attempts, the rounds that were requested, and its request as a `curl` command.
         *
         *     Needs the permission `webhooks:read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/deliveries/{workspace_id}/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description A further round of attempts of the same delivery, with the same bytes, each attempt signed by itself; a skipped one is sent, too. With `webhook_id`, the event goes to that webhook, as a delivery of its own that names the one it repeats, or, if that webhook was told of the event before, as a further round. 409 while it is still being sent, if the webhook is disabled, and once its body is too old to be kept.
         *
         *     Needs the permission `webhooks:write`.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/deliveries/{workspace_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all matching deliveries again
         * @description The filters are those of the list; oldest first. Without a filter, the call is refused unless `all=true` selects every delivery of the Workspace. With `webhook_id` in the body, their events go to that webhook, each once, also if it was created later. Deliveries without a body are left out. One call runs at a time in a Workspace; a second one gets 429.
         *
         *     Needs the permission `webhooks:write`.
         */
        post: operations["resendDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/events/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the Workspace's events in order
         * @description For receivers that webhooks cannot reach, and to check that none was missed. Store the position of the last event with your work and ask for those after it: `meta.next_cursor` is that position. Positions never change, and an event never comes to stand before one that you have seen. `has_more` says that more follow at once. Nobody needs a webhook for this.
         *
         *     Needs the permission `webhooks:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/workspaces/{workspace_id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was done in a Workspace, by whom and from where
         * @description For its Owner and Admins, and their tokens. Rows are never changed or removed: each one's hash covers the row before it.
         *
         *     Needs the permission `workspaces:read`. For an Owner or Admin.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document
         * @description An operator may have closed it, with the page that shows it.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process runs */
        get: operations["isLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the service takes calls */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    paymentLinkPaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link was paid: sent to its callback_url
         * @description The proof of payment. It is sent until a 2xx is seen, so it may arrive more than once: act on each `id` once. Verify the signature over the bytes as received.
         */
        post: operations["paymentLinkPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description A Workspace: its accounts, links and payments are separate from those of every other.
         * @example {
         *       "id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "name": "Shop",
         *       "description": "Online shop",
         *       "entity_type": "individual",
         *       "banking_mode": "open_banking",
         *       "status": "active",
         *       "language": "vi",
         *       "notifications": {
         *         "delivery_failed": true,
         *         "delivery_recovered": true,
         *         "webhook_disabled": true,
         *         "quota_80": true,
         *         "quota_100": true
         *       },
         *       "second_factor_required": false,
         *       "role": "owner",
         *       "created_at": "2026-03-01T02:00:00.000Z"
         *     }
         */
        Workspace: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description As given. */
            description: string | null;
            /**
             * @description Who collects the money.
             * @enum {string}
             */
            entity_type: "individual" | "enterprise" | "household_business";
            /**
             * @description How its bank accounts are connected.
             * @enum {string}
             */
            banking_mode: "open_banking" | "national_switch";
            /**
             * @description While it is `suspended`, entries of banks are held, and no link can be created.
             * @enum {string}
             */
            status: "active" | "suspended";
            /**
             * @description Of its mails.
             * @enum {string}
             */
            language: "vi" | "en";
            /** @description The mails that are sent. */
            notifications: components["schemas"]["Notifications"];
            /** @description Whether its Owner and its Admins must have a second factor. */
            second_factor_required: boolean;
            /**
             * @description Of the caller: for a token, of the user who created it.
             * @enum {string|null}
             */
            role: "owner" | "admin" | "member" | "viewer" | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /**
         * @description Which mails the Owner and the Admins of a Workspace get.
         * @example {
         *       "delivery_failed": true,
         *       "delivery_recovered": true,
         *       "webhook_disabled": true,
         *       "quota_80": true,
         *       "quota_100": true
         *     }
         */
        Notifications: {
            /** @description A callback was given up. */
            delivery_failed: boolean;
            /** @description Callbacks to a receiver that had failed succeed again. */
            delivery_recovered: boolean;
            /** @description A webhook was disabled because its endpoint is gone or dead. */
            webhook_disabled: boolean;
            /** @description 80 % of the month's transactions are used: a mail to the Owner, unless all the Owner's Workspaces have turned it off. */
            quota_80: boolean;
            /** @description All of them are used: the same. */
            quota_100: boolean;
        };
        /**
         * @description About the answer, and what follows it.
         * @example {
         *       "timestamp": "2026-03-15T02:30:05.123Z",
         *       "has_more": true,
         *       "next_cursor": "QbJ2o8mH3vK1"
         *     }
         */
        PageMeta: {
            /**
             * Format: date-time
             * @description When the answer was created.
             */
            timestamp: string;
            /** @description Whether more rows follow. */
            has_more: boolean;
            /** @description Pass this as `cursor` to get the next page. */
            next_cursor: string | null;
        };
        /**
         * @description Why a call was refused.
         * @example {
         *       "code": "VALIDATION_ERROR",
         *       "errorCode": 10022,
         *       "message": "Some values are not valid; details lists each of them.",
         *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
         *       "messageKey": "request/validation-error",
         *       "details": [
         *         {
         *           "field": "amount",
         *           "code": "too_small",
         *           "message": "The smallest amount is 2000 VND."
         *         }
         *       ]
         *     }
         */
        Error: {
            /**
             * @description The error's code; codes never change.
             * @enum {string}
             */
            code: "MALFORMED_REQUEST" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "UNSUPPORTED_VERSION" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS" | "RATE_LIMIT_ERROR" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "AUTHENTICATION_ERROR" | "INSUFFICIENT_PERMISSIONS" | "CSRF_ERROR" | "REAUTHENTICATION_REQUIRED" | "PAYMENT_LINK_NOT_PENDING" | "BANK_ACCOUNT_NOT_CONNECTED" | "BANK_ACCOUNT_TAKEN" | "BANK_NOT_ACCEPTING_CONNECTIONS" | "OTP_INVALID" | "BANK_UNREACHABLE" | "WORKSPACE_SUSPENDED" | "PLAN_WORKSPACE_LIMIT";
            /**
             * Format: int64
             * @description The error's number.
             */
            errorCode: number;
            /** @description For people to read; the wording may change. */
            message: string;
            /** @description The request's id, for finding it in the operator's log; also in `X-Request-Id`. */
            traceId: string;
            /**
             * @description The error's key for translations.
             * @enum {string}
             */
            messageKey: "request/malformed" | "request/not-found" | "request/method-not-allowed" | "request/unsupported-version" | "request/conflict" | "request/payload-too-large" | "request/unsupported-media-type" | "request/validation-error" | "request/idempotency-key-reused" | "request/idempotency-in-progress" | "request/rate-limit-error" | "request/internal-error" | "request/service-unavailable" | "auth/authentication-error" | "auth/insufficient-permissions" | "auth/csrf-error" | "auth/reauthentication-required" | "payment-link/not-pending" | "bank-account/not-connected" | "bank-account/taken" | "bank/not-accepting-connections" | "bank-account/otp-invalid" | "bank/unreachable" | "workspace/suspended" | "plan/workspace-limit";
            /** @description Every fault of the request, all at once. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /**
         * @description One thing that is wrong with a request.
         * @example {
         *       "field": "amount",
         *       "code": "too_small",
         *       "message": "The smallest amount is 2000 VND."
         *     }
         */
        ErrorDetail: {
            /** @description The member's path, such as `metadata.colour`, or the name of a parameter or header. */
            field: string;
            /**
             * @description What is wrong with it; if the current state forbids the call, that state.
             * @enum {string}
             */
            code: "pending" | "succeeded" | "failed" | "expired" | "cancelled" | "success" | "suspended" | "required" | "amount_required" | "unknown_member" | "unchangeable" | "null" | "type" | "format" | "too_small" | "too_large" | "too_long" | "not_https" | "blocked_address" | "check_failed" | "in_the_past" | "too_far" | "not_found" | "not_allowed" | "refused_by_bank" | "taken" | "deleted" | "unfinished";
            /** @description For people to read; the wording may change. */
            message: string;
        };
        /**
         * @description About the answer.
         * @example {
         *       "timestamp": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Meta: {
            /**
             * Format: date-time
             * @description When the answer was created.
             */
            timestamp: string;
        };
        Failure: {
            /** @constant */
            success: false;
            error: components["schemas"]["Error"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description A Workspace to create.
         * @example {
         *       "name": "Shop",
         *       "description": "Online shop",
         *       "entity_type": "individual",
         *       "banking_mode": "open_banking",
         *       "language": "vi"
         *     }
         */
        NewWorkspace: {
            /** @description Its name, 1 to 100 characters. */
            name: string;
            /** @description Up to 500 characters. */
            description?: string;
            /**
             * @description Who collects the money. It cannot be changed.
             * @enum {string}
             */
            entity_type: "individual" | "enterprise" | "household_business";
            /**
             * @description How its bank accounts are connected: `open_banking` for an individual and a household business, either for an enterprise. It cannot be changed.
             * @enum {string}
             */
            banking_mode: "open_banking" | "national_switch";
            /**
             * @description Of its mails; if left out, that of its Owner.
             * @enum {string}
             */
            language?: "vi" | "en";
        };
        /**
         * @description What to change; members that are left out stay.
         * @example {
         *       "name": "Shop",
         *       "description": "Online shop",
         *       "language": "vi",
         *       "notifications": {
         *         "delivery_failed": true,
         *         "delivery_recovered": true,
         *         "webhook_disabled": true,
         *         "quota_80": true,
         *         "quota_100": true
         *       },
         *       "second_factor_required": false
         *     }
         */
        WorkspaceChange: {
            /** @description Its name, 1 to 100 characters. */
            name?: string;
            /** @description Up to 500 characters. */
            description?: string;
            /**
             * @description Of its mails.
             * @enum {string}
             */
            language?: "vi" | "en";
            /** @description The mails that the Owner and the Admins get. */
            notifications?: components["schemas"]["NotificationChange"];
            /** @description Whether the Owner and the Admins must have a second factor. */
            second_factor_required?: boolean;
        };
        /**
         * @description The mails to turn on or off; those that are left out stay as they are.
         * @example {
         *       "delivery_failed": true,
         *       "delivery_recovered": true,
         *       "webhook_disabled": true,
         *       "quota_80": true,
         *       "quota_100": true
         *     }
         */
        NotificationChange: {
            /** @description A callback was given up. */
            delivery_failed?: boolean;
            /** @description Callbacks to a receiver that had failed succeed again. */
            delivery_recovered?: boolean;
            /** @description A webhook was disabled because its endpoint is gone or dead. */
            webhook_disabled?: boolean;
            /** @description 80 % of the month's transactions are used. */
            quota_80?: boolean;
            /** @description All of them are used. */
            quota_100?: boolean;
        };
        /**
         * @description A person in a Workspace.
         * @example {
         *       "id": "mem_01kkq9xa4v7h9g8f6d5s4a3p2n",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "user_id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
         *       "email": "linh@shop.example",
         *       "name": "Nguyễn Thị Linh",
         *       "role": "member",
         *       "status": "active",
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Member: {
            /** @description Its id. */
            id: string;
            /** @description The Workspace. */
            workspace_id: string;
            /** @description The person, as the paths name it. */
            user_id: string;
            /**
             * Format: email
             * @description The person's address.
             */
            email: string;
            /** @description The person's name. */
            name: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "viewer";
            /** @description Whether the person belongs to the Workspace. */
            status: string;
            /**
             * Format: date-time
             * @description When the person joined.
             */
            created_at: string;
        };
        /**
         * @description Another role for a member.
         * @example {
         *       "role": "member"
         *     }
         */
        RoleChange: {
            /**
             * @description The new role.
             * @enum {string}
             */
            role: "admin" | "member" | "viewer";
        };
        /**
         * @description A person is asked by mail to join a Workspace.
         * @example {
         *       "id": "inv_01kkq9xb6c7d8e9f0g1h2j3k4m",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "email": "linh@shop.example",
         *       "role": "member",
         *       "invited_by": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
         *       "status": "pending",
         *       "created_at": "2026-03-15T02:30:05.123Z",
         *       "expires_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Invitation: {
            /** @description Its id. */
            id: string;
            /** @description The Workspace. */
            workspace_id: string;
            /**
             * Format: email
             * @description Who is invited.
             */
            email: string;
            /**
             * @description The role that is offered.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "viewer";
            /** @description Who has invited. */
            invited_by: string;
            /**
             * @description Only a `pending` one can be accepted or cancelled.
             * @enum {string}
             */
            status: "pending" | "accepted" | "cancelled" | "expired";
            /**
             * Format: date-time
             * @description When it was mailed.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when it can be accepted.
             */
            expires_at: string;
        };
        /**
         * @description A person to invite.
         * @example {
         *       "email": "linh@shop.example",
         *       "role": "member"
         *     }
         */
        NewInvitation: {
            /**
             * Format: email
             * @description Who is invited: only the account with this address can accept.
             */
            email: string;
            /**
             * @description The role that is offered.
             * @enum {string}
             */
            role: "admin" | "member" | "viewer";
        };
        /**
         * @description What a mailed invitation carries behind its `#`.
         * @example {
         *       "token": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *     }
         */
        Acceptance: {
            /** @description The token of the mailed link. */
            token: string;
        };
        /**
         * @description A payment link: collects exactly one payment inside one Workspace. A member without a value is `null`, never left out.
         * @example {
         *       "id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
         *       "public_id": "q7Xw2LmN9pRt4KvB8sYc3Z",
         *       "url": "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "virtual_account_id": null,
         *       "reference": "PFSL7K2M9QX4",
         *       "status": "pending",
         *       "amount": "150000",
         *       "currency": "VND",
         *       "received_amount": null,
         *       "callback_status": "none",
         *       "description": "Order 1842",
         *       "callback_url": "https://shop.example/paid",
         *       "redirect_url": "https://shop.example/thanks?order=1842",
         *       "metadata": {
         *         "order": "1842"
         *       },
         *       "transaction_id": null,
         *       "failure_reason": null,
         *       "created_at": "2026-03-15T02:25:00.000Z",
         *       "expires_at": "2026-03-16T02:25:00.000Z",
         *       "closed_at": null,
         *       "created_by": {
         *         "type": "api_token",
         *         "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
         *       }
         *     }
         */
        PaymentLink: {
            /** @description Its id in this API. */
            id: string;
            /** @description Its id in the page's address, and in the redirect's `link_id`. */
            public_id: string;
            /**
             * Format: uri
             * @description The page that the payer opens.
             */
            url: string;
            /** @description The Workspace that it belongs to. */
            workspace_id: string;
            /** @description The account that is paid. */
            bank_account_id: string;
            /** @description The virtual account that is paid on, if one was named. */
            virtual_account_id: string | null;
            /** @description What the transfer text must contain: `PFSL` and 8 of A–Z and 0–9; new ones never contain `0 O 1 I`. */
            reference: string;
            /**
             * @description The link's status; only a pending link can change.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "expired" | "cancelled";
            /** @description The amount asked for; `null`: the payer decides. */
            amount: string | null;
            /** @description Always `VND`. */
            currency: string;
            /** @description The amount received when it succeeded. */
            received_amount: string | null;
            /**
             * @description `none` (not paid), `pending` (being sent), `acknowledged`, `failed`: how its latest round ended.
             * @enum {string}
             */
            callback_status: "none" | "pending" | "acknowledged" | "failed";
            /** @description As given. */
            description: string | null;
            /**
             * Format: uri
             * @description As given.
             */
            callback_url: string;
            /**
             * Format: uri
             * @description As given.
             */
            redirect_url: string | null;
            /** @description As given. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description The credit that completed it. */
            transaction_id: string | null;
            /**
             * @description Why it failed.
             * @enum {string|null}
             */
            failure_reason: "bank_account_removed" | "workspace_deleted" | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From this time on it can no longer be paid.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it left `pending`.
             */
            closed_at: string | null;
            /** @description Who created it. */
            created_by: components["schemas"]["Creator"];
        };
        /**
         * @description Who created or requested something.
         * @example {
         *       "type": "api_token",
         *       "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
         *     }
         */
        Creator: {
            /**
             * @description A person, or a token.
             * @enum {string}
             */
            type: "user" | "api_token";
            /** @description The id of that person or token. */
            id: string;
        };
        /**
         * @description A credit that named a payment link.
         * @example {
         *       "id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
         *       "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "classification": "matched",
         *       "amount": "150000",
         *       "content": "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien",
         *       "transaction_date": "2026-03-15T02:30:05.123Z",
         *       "recorded_at": "2026-03-15T02:30:06.010Z",
         *       "created_at": "2026-03-15T02:30:06.010Z",
         *       "note": null,
         *       "settled": false
         *     }
         */
        Payment: {
            /** @description The transaction's id; `null` if the payment was rejected, because no money moved. */
            id: string | null;
            /** @description The Workspace of the link. */
            workspace_id: string;
            /** @description The link. */
            payment_link_id: string;
            /** @description The same as `id`. */
            transaction_id: string | null;
            /**
             * @description How the credit relates to the link: `matched` and `overpaid` completed it; `underpaid`: less than it asked for; `below_minimum`: less than 2,000 VND; `duplicate`: it had been paid already; `late`: it had expired, been cancelled or failed; `rejected`: the switch refused the payment, no money moved.
             * @enum {string}
             */
            classification: "matched" | "overpaid" | "underpaid" | "duplicate" | "late" | "below_minimum" | "rejected";
            /** @description In VND. */
            amount: string;
            /** @description The transfer text, as the bank reported it. */
            content: string;
            /**
             * Format: date-time
             * @description The bank's time.
             */
            transaction_date: string;
            /**
             * Format: date-time
             * @description Our time.
             */
            recorded_at: string;
            /**
             * Format: date-time
             * @description The same as `recorded_at`.
             */
            created_at: string;
            /** @description What a person wrote about it. */
            note: string | null;
            /** @description Whether a person has settled it. */
            settled: boolean;
        };
        /**
         * @description A payment link to create. Unknown members are refused by name: a typo cannot silently drop an expiry.
         * @example {
         *       "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "callback_url": "https://shop.example/paid",
         *       "amount": "150000",
         *       "redirect_url": "https://shop.example/thanks?order=1842",
         *       "description": "Order 1842",
         *       "metadata": {
         *         "order": "1842"
         *       }
         *     }
         */
        NewPaymentLink: {
            /** @description A connected account of the Workspace. */
            bank_account_id: string;
            /**
             * Format: uri
             * @description Where the callback goes: https, a public address, no user, at most 2,048 bytes; port 443, or 1024 and above except those that browsers refuse.
             */
            callback_url: string;
            /** @description `2000` to `499999999` in VND, unless the operator has set another limit. Required over the national switch; otherwise leave it out to let the payer decide. */
            amount?: string;
            /** @description An active virtual account of that bank account. */
            virtual_account_id?: string;
            /**
             * Format: uri
             * @description Where the payer goes afterwards: https.
             */
            redirect_url?: string;
            /** @description Shown to the payer. */
            description?: string;
            /**
             * Format: date-time
             * @description In the future, at most 24 hours ahead; if left out, 24 hours ahead.
             */
            expires_at?: string;
            /** @description Up to 20 pairs of strings, keys of 1 to 40 characters, values of up to 500; returned with the link and sent nowhere. */
            metadata?: {
                [key: string]: string;
            };
        };
        /**
         * @description The callback of a paid link, with its attempts.
         * @example {
         *       "id": "evt_01kkqc6v6qem2s8k7p5r1t9w0x",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "status": "pending",
         *       "body": null,
         *       "timestamp": 1773541806,
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "started_at": "2026-03-15T02:30:05.123Z",
         *           "duration_ms": 184,
         *           "url": "https://shop.example/paid",
         *           "address": "203.0.113.7:443",
         *           "hops": [],
         *           "status_code": 503,
         *           "error_class": "http_5xx",
         *           "error": "The receiver answered 503.",
         *           "response_headers": [
         *             {
         *               "name": "content-type",
         *               "value": "text/plain"
         *             }
         *           ],
         *           "response_body": "try later",
         *           "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384"
         *         }
         *       ],
         *       "rounds": [
         *         {
         *           "first_attempt": 11,
         *           "repeats": 1,
         *           "asked_at": "2026-03-15T09:00:00.000Z",
         *           "asked_by": {
         *             "type": "api_token",
         *             "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
         *           },
         *           "signed_anew": null,
         *           "timestamp": 1773541806
         *         }
         *       ],
         *       "next_attempt_at": "2026-03-15T02:30:16.500Z",
         *       "curl": "curl --data-binary …",
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Callback: {
            /** @description The event's id, the same in every attempt. */
            id: string;
            /** @description The Workspace of the link. */
            workspace_id: string;
            /**
             * @description The status of its latest round.
             * @enum {string}
             */
            status: "pending" | "acknowledged" | "failed";
            /** @description The bytes that are sent, as text; `null` once they are too old to be kept. */
            body: string | null;
            /**
             * Format: int64
             * @description The Unix time of signing.
             */
            timestamp: number;
            /** @description Every attempt that is still kept, in order. */
            attempts: components["schemas"]["CallbackAttempt"][];
            /** @description The rounds that were requested, in order. */
            rounds: components["schemas"]["CallbackRound"][];
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            next_attempt_at: string | null;
            /** @description The request as a command: the stored bytes, headers and signature; `null` without `body`. */
            curl: string | null;
            /**
             * Format: date-time
             * @description When the event was recorded.
             */
            created_at: string;
        };
        /**
         * @description One attempt to send a callback or another delivery.
         * @example {
         *       "number": 1,
         *       "started_at": "2026-03-15T02:30:05.123Z",
         *       "duration_ms": 184,
         *       "url": "https://shop.example/paid",
         *       "address": "203.0.113.7:443",
         *       "hops": [],
         *       "status_code": 503,
         *       "error_class": "http_5xx",
         *       "error": "The receiver answered 503.",
         *       "response_headers": [
         *         {
         *           "name": "content-type",
         *           "value": "text/plain"
         *         }
         *       ],
         *       "response_body": "try later",
         *       "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384"
         *     }
         */
        CallbackAttempt: {
            /**
             * Format: int64
             * @description The attempt's number, as sent in `X-…-Attempt`.
             */
            number: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            duration_ms: number;
            /** @description The URL of the last hop. */
            url: string | null;
            /** @description The address and port connected to. */
            address: string | null;
            /** @description The URLs that redirects led to, in order. */
            hops: string[];
            /**
             * Format: int64
             * @description The status of the answer.
             */
            status_code: number | null;
            /**
             * @description Why it failed; `null` if it was acknowledged.
             * @enum {string|null}
             */
            error_class: "dns" | "connect" | "tls" | "timeout" | "blocked_destination" | "redirect_rejected" | "http_4xx" | "http_5xx" | "reset" | null;
            /** @description A sentence that describes the failure. */
            error: string | null;
            /** @description The headers of the answer; empty once the delivery's body is deleted. */
            response_headers: components["schemas"]["AnswerHeader"][];
            /** @description The beginning of the answer's body, at most 4 KiB, until the delivery's is deleted. */
            response_body: string | null;
            /** @description The TLS version and cipher. */
            tls: string | null;
        };
        /**
         * @description One header of a receiver's answer; a name may occur twice.
         * @example {
         *       "name": "content-type",
         *       "value": "text/plain"
         *     }
         */
        AnswerHeader: {
            /** @description Its name. */
            name: string;
            /** @description Its value. */
            value: string;
        };
        /**
         * @description A round of attempts that a person or a token requested.
         * @example {
         *       "first_attempt": 11,
         *       "repeats": 1,
         *       "asked_at": "2026-03-15T09:00:00.000Z",
         *       "asked_by": {
         *         "type": "api_token",
         *         "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
         *       },
         *       "signed_anew": null,
         *       "timestamp": 1773541806
         *     }
         */
        CallbackRound: {
            /**
             * Format: int64
             * @description The number of its first attempt.
             */
            first_attempt: number;
            /**
             * Format: int64
             * @description The first attempt of the round that it repeats.
             */
            repeats: number;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            asked_at: string;
            /** @description Who requested it. */
            asked_by: components["schemas"]["Creator"];
            /**
             * @description Why it was signed again; `null` if it carries the earlier signature.
             * @enum {string|null}
             */
            signed_anew: "too_old" | "key_replaced" | null;
            /**
             * Format: int64
             * @description The Unix time of the signature that its attempts carry.
             */
            timestamp: number;
        };
        /**
         * @description A callback that is being sent again.
         * @example {
         *       "id": "evt_01kkqc6v6qem2s8k7p5r1t9w0x",
         *       "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
         *       "round": {
         *         "first_attempt": 11,
         *         "repeats": 1,
         *         "asked_at": "2026-03-15T09:00:00.000Z",
         *         "asked_by": {
         *           "type": "api_token",
         *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
         *         },
         *         "signed_anew": null,
         *         "timestamp": 1773541806
         *       }
         *     }
         */
        ResentCallback: {
            /** @description The event's id. */
            id: string;
            /** @description The link. */
            payment_link_id: string;
            /** @description The round that has begun. */
            round: components["schemas"]["CallbackRound"];
        };
        /**
         * @description The result of sending many callbacks or deliveries again.
         * @example {
         *       "matched": 12,
         *       "queued": 10,
         *       "skipped": 2,
         *       "dry_run": false
         *     }
         */
        ResendCounts: {
            /**
             * Format: int64
             * @description How many links or deliveries the filters match.
             */
            matched: number;
            /**
             * Format: int64
             * @description How many callbacks or deliveries are sent again.
             */
            queued: number;
            /**
             * Format: int64
             * @description The others: they are still being sent, the link has no callback, or the webhook is disabled.
             */
            skipped: number;
            /** @description Whether they were only counted. */
            dry_run: boolean;
        };
        /**
         * @description An order: expects one payment on a bank account, and tells the Workspace's webhooks how it has ended. A member without a value is `null`, never left out.
         * @example {
         *       "id": "ord_01kkqc2d4wf7g8h9j0k1m2n3p4",
         *       "order_id": "DH-1842",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "reference": "PFOD7K2M9QX4",
         *       "status": "pending",
         *       "amount": "150000",
         *       "currency": "VND",
         *       "received_amount": null,
         *       "customer_email": null,
         *       "transaction_id": null,
         *       "failure_reason": null,
         *       "created_at": "2026-03-15T02:25:00.000Z",
         *       "expires_at": "2026-03-16T02:25:00.000Z",
         *       "closed_at": null,
         *       "created_by": {
         *         "type": "api_token",
         *         "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
         *       },
         *       "qr_payload": null,
         *       "qr_svg": null
         *     }
         */
        Order: {
            /** @description Our id. */
            id: string;
            /** @description Your own id, else the same as `id`: what the webhooks are told. */
            order_id: string;
            /** @description The Workspace that it belongs to. */
            workspace_id: string;
            /** @description The account that is paid. */
            bank_account_id: string;
            /** @description What the transfer text must contain: `PFOD` and 8 of A–Z and 0–9; new ones never contain `0 O 1 I`. */
            reference: string;
            /**
             * @description The order's status; only a pending order can change.
             * @enum {string}
             */
            status: "pending" | "success" | "failed" | "cancelled";
            /** @description The amount that it expects. */
            amount: string;
            /** @description Always `VND`. */
            currency: string;
            /** @description The amount received when it succeeded. */
            received_amount: string | null;
            /**
             * Format: email
             * @description As given.
             */
            customer_email: string | null;
            /** @description The credit that completed it. */
            transaction_id: string | null;
            /**
             * @description Why it failed.
             * @enum {string|null}
             */
            failure_reason: "expired" | "bank_account_removed" | "workspace_deleted" | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From this time on it can no longer be paid.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it left `pending`.
             */
            closed_at: string | null;
            /** @description Who created it. */
            created_by: components["schemas"]["Creator"];
            /** @description The text of the VietQR code with account, amount and reference, while it is pending. */
            qr_payload: string | null;
            /** @description The same as a QR symbol to show. */
            qr_svg: string | null;
        };
        /**
         * @description An order to create. Unknown members are refused by name.
         * @example {
         *       "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "amount": "150000",
         *       "order_id": "DH-1842",
         *       "customer_email": "lan@example.com"
         *     }
         */
        NewOrder: {
            /** @description A connected account of the Workspace. */
            bank_account_id: string;
            /** @description `2000` to `499999999` in VND, unless the operator has set another limit. */
            amount: string;
            /** @description Your own id for the order, unique in the Workspace, not beginning with `ord_`; if left out, ours. */
            order_id?: string;
            /**
             * Format: email
             * @description Passed on to the webhooks.
             */
            customer_email?: string;
            /**
             * Format: date-time
             * @description In the future, at most 30 days ahead; if left out, 24 hours ahead.
             */
            expires_at?: string;
        };
        /**
         * @description A bank whose accounts can be connected.
         * @example {
         *       "code": "MB",
         *       "name": "MB Bank",
         *       "bin": "970422",
         *       "status": "Active",
         *       "modes": [
         *         "open_banking",
         *         "national_switch"
         *       ]
         *     }
         */
        Bank: {
            /** @description Its code, as in `bank` of an account. */
            code: string;
            /** @description Its name. */
            name: string;
            /** @description Its number in QR codes. */
            bin: string;
            /**
             * @description New accounts can be connected while it is `Active`; connected ones keep running.
             * @enum {string}
             */
            status: "Active" | "Maintenance" | "Discontinued";
            /** @description The banking modes of a Workspace in which its accounts can be connected: `open_banking`, `national_switch`. */
            modes: string[];
        };
        /**
         * @description An account at a bank whose entries a Workspace gets.
         * @example {
         *       "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "bank": "MB",
         *       "account_type": "main_with_virtual",
         *       "account_number": "0123456789",
         *       "holder_name": "NGUYEN VAN A",
         *       "state": "connected",
         *       "connected_at": null,
         *       "last_heard_at": null,
         *       "connection": null,
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        BankAccount: {
            /** @description Its id. */
            id: string;
            /** @description Its Workspace. */
            workspace_id: string;
            /** @description The code of its bank. */
            bank: string;
            /**
             * @description Whether it is to have virtual accounts.
             * @enum {string}
             */
            account_type: "main" | "main_with_virtual";
            /** @description Its number at the bank. */
            account_number: string;
            /** @description Who holds it, as the bank writes it. */
            holder_name: string;
            /**
             * @description `pending`: its ownership is not proved yet. `connected`: its entries are recorded, and links can be made for it. While it is `disconnected`, no link can be made; money that comes in for pending links is still recorded when the bank tells of it.
             * @enum {string}
             */
            state: "pending" | "connected" | "disconnected";
            /**
             * Format: date-time
             * @description When it was connected the last time; `null` if it never was.
             */
            connected_at: string | null;
            /**
             * Format: date-time
             * @description When its newest transaction was recorded.
             */
            last_heard_at: string | null;
            /** @description How far its connection has come, while it is `pending` or being connected again; otherwise `null`. */
            connection: components["schemas"]["AccountConnection"] | null;
            /**
             * Format: date-time
             * @description When the connection was started.
             */
            created_at: string;
        };
        /**
         * @description A connection in progress.
         * @example {
         *       "method": "otp",
         *       "verification_text": null,
         *       "expires_at": "2026-03-15T02:30:05.123Z",
         *       "otp_expires_at": null
         *     }
         */
        AccountConnection: {
            /**
             * @description What proves that the account is yours: `otp`, a one-time code that the bank sends to its holder; or `transfer`, a transfer of any amount to the account with `verification_text` in its text.
             * @enum {string}
             */
            method: "otp" | "transfer";
            /** @description What the transfer's text must contain; `null` for `otp`. */
            verification_text: string | null;
            /**
             * Format: date-time
             * @description When the connection is given up unless it is completed before.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description How long the last code is taken; `null` for `transfer`.
             */
            otp_expires_at: string | null;
        };
        /**
         * @description An account to connect.
         * @example {
         *       "bank": "MB",
         *       "account_type": "main",
         *       "account_number": "0123456789",
         *       "holder_name": "NGUYEN VAN A"
         *     }
         */
        NewBankAccount: {
            /** @description The code of its bank: one of the Workspace's Banking Mode. */
            bank: string;
            /**
             * @description Whether it is to have virtual accounts; `main` if left out.
             * @enum {string}
             */
            account_type?: "main" | "main_with_virtual";
            /** @description Its number at the bank. */
            account_number: string;
            /** @description Who holds it, as the bank writes it. */
            holder_name: string;
            /** @description The phone number that the bank knows. A bank that sends a one-time code needs it; it is passed on, and not stored. */
            phone?: string;
            /** @description The holder's identity-document or tax number, where the bank asks for it; it is passed on, and not stored. */
            identity_number?: string;
        };
        /**
         * @description What the bank asks for to connect an account again.
         * @example {}
         */
        BankAccountReconnection: {
            /** @description The phone number that the bank knows. A bank that sends a one-time code needs it; it is passed on, and not stored. */
            phone?: string;
            /** @description The holder's identity-document or tax number, where the bank asks for it; it is passed on, and not stored. */
            identity_number?: string;
        };
        /**
         * @description A one-time code.
         * @example {
         *       "otp": "123456"
         *     }
         */
        OneTimeCode: {
            /** @description The one-time code that the bank has sent to the account's holder. */
            otp: string;
        };
        /**
         * @description A number that stands for a bank account, so that one can tell what was paid to it.
         * @example {
         *       "id": "va_01kkqa2b3nem5v6j7h8g9f0d1s",
         *       "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "account_number": "VQRQABCDE0001",
         *       "name": "Till 1",
         *       "status": "active"
         *     }
         */
        VirtualAccount: {
            /** @description Its id. */
            id: string;
            /** @description The account that gets the money. */
            bank_account_id: string;
            /** @description The number to pay to. */
            account_number: string;
            /** @description Its name. */
            name: string;
            /**
             * @description No link can be made for one that is `closed`.
             * @enum {string}
             */
            status: "active" | "closed";
        };
        /**
         * @description A virtual account to issue.
         * @example {
         *       "name": "Till 1"
         *     }
         */
        NewVirtualAccount: {
            /** @description Its name, for people; 1 to 100 characters. */
            name: string;
            /** @description The number that your provider has issued, where no connector of the bank can be asked for one; otherwise the bank issues it. */
            account_number?: string;
        };
        /**
         * @description A statement to import.
         * @example {
         *       "format": "csv",
         *       "statement": "Date,Amount,Text\n15/03/2026 09:30:05,150000,PFSL7K2M9QX4\n",
         *       "columns": {
         *         "date": "Date",
         *         "date_pattern": "dd/MM/yyyy HH:mm:ss",
         *         "amount": "Amount",
         *         "text": "Text"
         *       }
         *     }
         */
        NewStatementImport: {
            /**
             * @description `camt`: a camt.053 statement or a camt.054 notification. `mt940`. `csv`.
             * @enum {string}
             */
            format: "camt" | "mt940" | "csv";
            /** @description The text of the file, in UTF-8. */
            statement: string;
            /** @description Of a CSV file, and required for one. */
            columns?: components["schemas"]["StatementColumns"];
        };
        /**
         * @description What the columns of a CSV statement are called.
         * @example {
         *       "date": "Date",
         *       "date_pattern": "dd/MM/yyyy HH:mm:ss",
         *       "amount": "Amount",
         *       "text": "Text"
         *     }
         */
        StatementColumns: {
            /** @description The column with an entry's time. */
            date: string;
            /** @description How that column writes it; `dd/MM/yyyy HH:mm:ss` unless you say otherwise. */
            date_pattern?: string;
            /** @description The column with the amount, negative for a debit; either this, or `credit` and `debit`. */
            amount?: string;
            /** @description The column with the amounts of credits. */
            credit?: string;
            /** @description The column with the amounts of debits. */
            debit?: string;
            /** @description The column with the transfer text. */
            text?: string;
            /** @description The column with the bank's reference. */
            reference?: string;
            /** @description The column with the account number, where a file has several accounts. */
            account?: string;
        };
        /**
         * @description What became of a statement's entries.
         * @example {
         *       "entries": 1,
         *       "recorded": 1,
         *       "duplicate": 1,
         *       "held": 1,
         *       "ignored": 1,
         *       "unusable": 1,
         *       "unusable_entries": [
         *         {
         *           "entry": 1,
         *           "reason": "line 12, column Date must be as dd/MM/yyyy HH:mm:ss"
         *         }
         *       ],
         *       "transaction_ids": [],
         *       "opening_balance": null,
         *       "closing_balance": null,
         *       "unexplained_amount": null
         *     }
         */
        StatementImport: {
            /**
             * Format: int64
             * @description How many entries the statement has.
             */
            entries: number;
            /**
             * Format: int64
             * @description Those that no feed had told of: each is a transaction now.
             */
            recorded: number;
            /**
             * Format: int64
             * @description Those that were recorded before.
             */
            duplicate: number;
            /**
             * Format: int64
             * @description Those that wait because the Workspace is suspended.
             */
            held: number;
            /**
             * Format: int64
             * @description Those of another account, from before the day on which the account was first connected here, or not booked.
             */
            ignored: number;
            /**
             * Format: int64
             * @description Those that cannot be read.
             */
            unusable: number;
            /** @description The first 100 of these. */
            unusable_entries: components["schemas"]["UnusableStatementEntry"][];
            /** @description The first 100 transactions that were recorded. */
            transaction_ids: string[];
            /** @description What the statement says was on the account before its entries. */
            opening_balance: string | null;
            /** @description The same after them. */
            closing_balance: string | null;
            /** @description What lies between the two balances besides the entries: if it is not `0`, entries are missing. */
            unexplained_amount: string | null;
        };
        /**
         * @description An entry of a statement that cannot be read.
         * @example {
         *       "entry": 1,
         *       "reason": "line 12, column Date must be as dd/MM/yyyy HH:mm:ss"
         *     }
         */
        UnusableStatementEntry: {
            /**
             * Format: int64
             * @description Which entry of the statement it is, from 1.
             */
            entry: number;
            /** @description What is wrong with it. */
            reason: string;
        };
        /**
         * @description How an account's bank is heard.
         * @example {
         *       "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "last_heard_at": null,
         *       "last_entry_at": null,
         *       "lag_median_ms": null,
         *       "lag_worst_ms": null,
         *       "fetched_at": null,
         *       "fetch_fault": null,
         *       "imported_at": null,
         *       "stated_to": null,
         *       "held": 1,
         *       "conflicts": 1,
         *       "balance": "1500000",
         *       "gaps": [
         *         {
         *           "amount": "150000",
         *           "after_transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *           "before_transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *           "from": "2026-03-15T02:30:05.123Z",
         *           "to": "2026-03-15T02:30:05.123Z"
         *         }
         *       ]
         *     }
         */
        BankAccountHealth: {
            /** @description The account. */
            bank_account_id: string;
            /**
             * Format: date-time
             * @description When its newest transaction was recorded.
             */
            last_heard_at: string | null;
            /**
             * Format: date-time
             * @description When that one was booked, by the bank's time.
             */
            last_entry_at: string | null;
            /**
             * Format: int64
             * @description How long after it was booked an entry was recorded: of the newest 100 that a feed told of, the middle one.
             */
            lag_median_ms: number | null;
            /**
             * Format: int64
             * @description The same of the slowest of them.
             */
            lag_worst_ms: number | null;
            /**
             * Format: date-time
             * @description When the bank's connector was last asked for what no notification told of; `null`: never, or it has none.
             */
            fetched_at: string | null;
            /** @description Why the last time failed; `null`: it did not. */
            fetch_fault: string | null;
            /**
             * Format: date-time
             * @description When a statement was last imported.
             */
            imported_at: string | null;
            /**
             * Format: date-time
             * @description Imported statements end before this time.
             */
            stated_to: string | null;
            /**
             * Format: int64
             * @description Entries that wait because the Workspace is suspended; counted up to 1,000.
             */
            held: number;
            /**
             * Format: int64
             * @description Entries of the last 30 days that came again with other content; the first was kept. Counted up to 1,000.
             */
            conflicts: number;
            /** @description What the bank last said is on the account; `null`: it never does. */
            balance: string | null;
            /** @description The newest 20 gaps, the newest first, between the newest 1,000 transactions: import a statement of that time. */
            gaps: components["schemas"]["BalanceGap"][];
        };
        /**
         * @description Money that moved on an account, by the balances that its bank tells of, and that is no transaction.
         * @example {
         *       "amount": "150000",
         *       "after_transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "before_transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "from": "2026-03-15T02:30:05.123Z",
         *       "to": "2026-03-15T02:30:05.123Z"
         *     }
         */
        BalanceGap: {
            /** @description The money that nobody has told of; a debit has a minus. */
            amount: string;
            /** @description It moved after this transaction. */
            after_transaction_id: string;
            /** @description It moved before this one. */
            before_transaction_id: string;
            /**
             * Format: date-time
             * @description The time of the first.
             */
            from: string;
            /**
             * Format: date-time
             * @description The time of the second.
             */
            to: string;
        };
        /**
         * @description Money that moved on one of a Workspace's accounts, as the bank reported it. A member without a value is `null`, never left out.
         * @example {
         *       "id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "amount": "150000",
         *       "transfer_type": "credit",
         *       "content": "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien",
         *       "transaction_date": "2026-03-15T02:30:05.123Z",
         *       "bank_account_number": "0123456789",
         *       "bank": "MB",
         *       "recorded_at": "2026-03-15T02:30:06.010Z",
         *       "bank_reference": "FT26074000123",
         *       "virtual_account_id": null,
         *       "classification": "matched",
         *       "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
         *       "order_id": null,
         *       "attention": null,
         *       "likely_payment_link_id": null,
         *       "note": null,
         *       "settled": false,
         *       "created_at": "2026-03-15T02:30:06.010Z"
         *     }
         */
        Transaction: {
            /** @description Its id. */
            id: string;
            /** @description The Workspace of the account. */
            workspace_id: string;
            /** @description The same as `id`. */
            transaction_id: string;
            /** @description The account: the `bank_account_id` of links. */
            account_id: string;
            /** @description In VND, always above 0. */
            amount: string;
            /**
             * @description Whether money came in (`credit`) or went out (`debit`).
             * @enum {string}
             */
            transfer_type: "credit" | "debit";
            /** @description The transfer text, as the bank reported it. */
            content: string;
            /**
             * Format: date-time
             * @description The bank's time.
             */
            transaction_date: string;
            /** @description The number that the payer used: the virtual account's, if there was one. */
            bank_account_number: string;
            /** @description The bank's code. */
            bank: string;
            /**
             * Format: date-time
             * @description Our time.
             */
            recorded_at: string;
            /** @description The bank's own id for the entry. */
            bank_reference: string;
            /** @description The virtual account, if the payer used one. */
            virtual_account_id: string | null;
            /**
             * @description How the credit relates to the link or order that its text names: `matched` and `overpaid` completed it; `underpaid`: less than it asked for; `below_minimum`: less than 2,000 VND; `duplicate`: it had been paid already; `late`: it had expired, been cancelled or failed; `null`: it names neither, or is a debit.
             * @enum {string|null}
             */
            classification: "matched" | "overpaid" | "underpaid" | "duplicate" | "late" | "below_minimum" | null;
            /** @description The link that the text names. */
            payment_link_id: string | null;
            /** @description The order that the text names: your own id, or ours. */
            order_id: string | null;
            /**
             * @description Why a person should look at it: `ambiguous`: the text names two links or orders; `near_miss`: it contains a reference with one wrong character; otherwise the classification.
             * @enum {string|null}
             */
            attention: "underpaid" | "duplicate" | "late" | "ambiguous" | "near_miss" | "below_minimum" | null;
            /** @description The link whose reference the text contains with one wrong character. Nothing was completed: a person has to decide. */
            likely_payment_link_id: string | null;
            /** @description What a person wrote about it. */
            note: string | null;
            /** @description Whether a person has settled it. */
            settled: boolean;
            /**
             * Format: date-time
             * @description The same as `recorded_at`.
             */
            created_at: string;
        };
        /**
         * @description What a person notes about a transaction: `note`, `settled`, or both.
         * @example {
         *       "note": "paid back on Monday",
         *       "settled": true
         *     }
         */
        TransactionNote: {
            /** @description A note for people; an empty note removes the old one. */
            note?: string;
            /** @description `true` removes it from the list of what needs attention, `false` puts it back. */
            settled?: boolean;
        };
        /**
         * @description What was recorded of a bank account in one day.
         * @example {
         *       "day": "2026-03-15",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *       "bank": "MB",
         *       "account_number": "0123456789",
         *       "credits": 1,
         *       "credit_amount": "150000",
         *       "debits": 1,
         *       "debit_amount": "150000",
         *       "links_completed": 1,
         *       "links_amount": "150000",
         *       "orders_completed": 1,
         *       "orders_amount": "150000",
         *       "other_credits": 1,
         *       "other_amount": "150000",
         *       "attention": 1,
         *       "callbacks_acknowledged": 1,
         *       "callbacks_pending": 1,
         *       "callbacks_failed": 1
         *     }
         */
        AccountDay: {
            /** @description The day in Vietnam: of the recording, by which usage is counted, too. */
            day: string;
            /** @description The Workspace. */
            workspace_id: string;
            /** @description The account. */
            bank_account_id: string;
            /** @description The code of its bank. */
            bank: string;
            /** @description Its number at the bank. */
            account_number: string;
            /**
             * Format: int64
             * @description Credits that were recorded.
             */
            credits: number;
            /** @description What they come to: money in. */
            credit_amount: string;
            /**
             * Format: int64
             * @description Debits that were recorded.
             */
            debits: number;
            /** @description What they come to: money out. */
            debit_amount: string;
            /**
             * Format: int64
             * @description Payment links that one of the credits has completed.
             */
            links_completed: number;
            /** @description What those credits come to. */
            links_amount: string;
            /**
             * Format: int64
             * @description Orders that one of the credits has completed.
             */
            orders_completed: number;
            /** @description What those credits come to. */
            orders_amount: string;
            /**
             * Format: int64
             * @description Credits that have completed nothing.
             */
            other_credits: number;
            /** @description What they come to: the difference between money in, and links and orders. */
            other_amount: string;
            /**
             * Format: int64
             * @description Transactions that a person should look at, and nobody has settled.
             */
            attention: number;
            /**
             * Format: int64
             * @description Callbacks of the completed links that the merchant has acknowledged.
             */
            callbacks_acknowledged: number;
            /**
             * Format: int64
             * @description Those that are still being sent.
             */
            callbacks_pending: number;
            /**
             * Format: int64
             * @description Those that were given up.
             */
            callbacks_failed: number;
        };
        /**
         * @description One entry of an account. Members that are not in this list are ignored.
         * @example {
         *       "bank_reference": "FT26074000123",
         *       "account_number": "0123456789",
         *       "amount": 150000,
         *       "transfer_type": "credit",
         *       "occurred_at": "2026-03-15T02:30:05Z",
         *       "status": "booked"
         *     }
         */
        BankEntry: {
            /** @description The bank's own id for the entry. Another entry with the same reference, account and status is a duplicate. */
            bank_reference: string;
            /** @description The account at the bank. */
            account_number: string;
            /** @description The number that the payer used, if it is a different one. */
            virtual_account_number?: string | null;
            /** @description Required on the switch's feed only: there, it identifies the account together with the number. */
            bin?: string | null;
            /**
             * Format: int64
             * @description An integer above 0, in VND.
             */
            amount: number;
            /**
             * @description Whether money came in or went out.
             * @enum {string}
             */
            transfer_type: "credit" | "debit";
            /** @description The transfer text as the bank has it; without it the entry names no link. */
            content?: string | null;
            /**
             * Format: date-time
             * @description The bank's time.
             */
            occurred_at: string;
            /**
             * @description `booked`, or `rejected` for a payment that the switch refused.
             * @enum {string}
             */
            status: "booked" | "rejected";
        };
        /**
         * @description Up to 500 entries, up to 1 MiB in all.
         * @example {
         *       "entries": [
         *         {
         *           "bank_reference": "FT26074000123",
         *           "account_number": "0123456789",
         *           "amount": 150000,
         *           "transfer_type": "credit",
         *           "occurred_at": "2026-03-15T02:30:05Z",
         *           "status": "booked"
         *         }
         *       ]
         *     }
         */
        BankEntries: {
            /** @description The entries, in any order. One that cannot be read does not block the others. */
            entries: components["schemas"]["BankEntry"][];
        };
        /**
         * @description The bank reports the state of a connection.
         * @example {
         *       "connection_state": "expired"
         *     }
         */
        ConnectionNotice: {
            /** @description `lapsed`, `expired` or `disconnected`: the account is disconnected. Other states are only logged. */
            connection_state: string;
            /** @description The account at the bank. */
            account_number?: string | null;
            /** @description The account's bank, on the switch's feed. */
            bin?: string | null;
        };
        /**
         * @description The result for one entry.
         * @example {
         *       "bank_reference": "FT26074000123",
         *       "result": "recorded",
         *       "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "reason": null
         *     }
         */
        EntryResult: {
            /** @description The entry's reference, if it could be read. */
            bank_reference: string | null;
            /**
             * @description `recorded`: it is now a transaction or, with the status `rejected`, one of its link's payments; `duplicate`: it was recorded before; `held`: the Workspace is suspended; `unknown_account`: no Workspace has connected this account; `invalid`: it cannot be read. The last three are kept as received. `ignored`: it is not booked.
             * @enum {string}
             */
            result: "recorded" | "duplicate" | "held" | "unknown_account" | "invalid" | "ignored";
            /** @description The transaction's id; for a duplicate, that of the first entry. A rejected entry has none. */
            transaction_id: string | null;
            /** @description Why it is invalid or ignored. */
            reason: string | null;
        };
        /**
         * @description An account to make.
         * @example {
         *       "email": "linh@shop.example",
         *       "password": "Correct-Horse-7",
         *       "name": "Nguyễn Thị Linh",
         *       "locale": "vi"
         *     }
         */
        NewAccount: {
            /**
             * Format: email
             * @description The address to sign in with.
             */
            email: string;
            /** @description 8 to 128 characters, with a lowercase letter, an uppercase letter and a digit. Nothing is trimmed. */
            password: string;
            /** @description The person's name, 1 to 100 characters. */
            name: string;
            /** @description The language of the console and of mails; if left out, `vi`. */
            locale?: string;
            /** @description The token of an invitation: the account is ready at once, and may be made where sign-up is closed. */
            invitation?: string;
        };
        /**
         * @description A mail is on its way, if there is a reason for one: the answer does not say.
         * @example {
         *       "email": "linh@shop.example"
         *     }
         */
        Mailed: {
            /**
             * Format: email
             * @description Where the mail goes.
             */
            email: string;
        };
        /**
         * @description A person's account.
         * @example {
         *       "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
         *       "email": "linh@shop.example",
         *       "name": "Nguyễn Thị Linh",
         *       "locale": "vi",
         *       "plan": "Free",
         *       "second_factor": false,
         *       "csrf_token": "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2",
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        User: {
            /** @description The user's id. */
            id: string;
            /**
             * Format: email
             * @description The address to sign in with.
             */
            email: string;
            /** @description The person's name. */
            name: string;
            /** @description The language of the console and of mails. */
            locale: string;
            /** @description The plan that pays for the Workspaces that the user owns. */
            plan: string;
            /** @description Whether signing in needs a second factor. */
            second_factor: boolean;
            /** @description What this session's calls send in `X-CSRF-Token` to change something. */
            csrf_token: string | null;
            /**
             * Format: date-time
             * @description When the account was made.
             */
            created_at: string;
        };
        /**
         * @description What a mailed link carries behind its `#`.
         * @example {
         *       "token": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *     }
         */
        MailedToken: {
            /** @description The token of the mailed link. */
            token: string;
        };
        /**
         * @description Whose password is forgotten.
         * @example {
         *       "email": "linh@shop.example"
         *     }
         */
        Recovery: {
            /**
             * Format: email
             * @description The account's address.
             */
            email: string;
        };
        /**
         * @description A new password for a forgotten one.
         * @example {
         *       "token": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "password": "Correct-Horse-7"
         *     }
         */
        NewPassword: {
            /** @description The token of the mailed link. */
            token: string;
            /** @description The new password. */
            password: string;
        };
        /**
         * @description A sign-in on one device.
         * @example {
         *       "id": "ses_01kkqd5p2rf9g8h7j6k5m4n3p2",
         *       "current": false,
         *       "address": "198.51.100.7",
         *       "agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
         *       "created_at": "2026-03-15T02:30:05.123Z",
         *       "last_seen_at": "2026-03-15T02:30:05.123Z",
         *       "expires_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Session: {
            /** @description The session's id. */
            id: string;
            /** @description Whether it is the session that asks. */
            current: boolean;
            /** @description Where it was opened. */
            address: string;
            /** @description The browser, as it calls itself. */
            agent: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Its last use, to the minute.
             */
            last_seen_at: string;
            /**
             * Format: date-time
             * @description When it ends, however much it is used.
             */
            expires_at: string;
        };
        /**
         * @description What to change; members that are left out stay.
         * @example {
         *       "name": "Nguyễn Thị Linh",
         *       "locale": "vi"
         *     }
         */
        AccountChange: {
            /** @description The person's name, 1 to 100 characters. */
            name?: string;
            /** @description The language of the console and of mails. */
            locale?: string;
        };
        /**
         * @description A new password.
         * @example {
         *       "current_password": "Correct-Horse-7",
         *       "password": "Correct-Horse-7"
         *     }
         */
        PasswordChange: {
            /** @description The password so far. */
            current_password: string;
            /** @description The new one. */
            password: string;
        };
        /**
         * @description What an account can pay for. No plan locks a feature, and no quota locks a Workspace.
         * @example {
         *       "name": "P1",
         *       "price": "199000",
         *       "quota": 500,
         *       "workspaces": 2,
         *       "overage_price": "400"
         *     }
         */
        Plan: {
            /** @description Its name. */
            name: string;
            /** @description Of a month, in dong. */
            price: string;
            /**
             * Format: int64
             * @description How many transactions a month are included.
             */
            quota: number;
            /**
             * Format: int64
             * @description How many Workspaces an account may own.
             */
            workspaces: number;
            /** @description Of each transaction above the quota, in dong. */
            overage_price: string;
        };
        /**
         * @description The plan that an account is on.
         * @example {
         *       "plan": "P1",
         *       "next_plan": null,
         *       "next_plan_at": null
         *     }
         */
        AccountPlan: {
            /** @description The plan that is held. */
            plan: string;
            /** @description The lower one that has been asked for; `null`: none. */
            next_plan: string | null;
            /**
             * Format: date-time
             * @description From when on that is held: the begin of a month in Vietnam.
             */
            next_plan_at: string | null;
        };
        /**
         * @description The plan to be on.
         * @example {
         *       "plan": "P2"
         *     }
         */
        PlanChoice: {
            /** @description The name of a plan. */
            plan: string;
        };
        /**
         * @description What an account has used of its plan in this month.
         * @example {
         *       "month": "2026-03",
         *       "plan": "P1",
         *       "quota": 500,
         *       "transactions": 512,
         *       "overage_transactions": 12,
         *       "overage_amount": "4800",
         *       "forecast": 1058
         *     }
         */
        Usage: {
            /** @description The month in Vietnam (UTC+7). */
            month: string;
            /** @description The highest plan held in the month, which prices all of it. */
            plan: string;
            /**
             * Format: int64
             * @description How many transactions it includes.
             */
            quota: number;
            /**
             * Format: int64
             * @description How many are recorded, credits and debits of all Workspaces.
             */
            transactions: number;
            /**
             * Format: int64
             * @description How many of them are above the quota.
             */
            overage_transactions: number;
            /** @description What those cost, in dong. */
            overage_amount: string;
            /**
             * Format: int64
             * @description How many there will be at the end of the month if it goes on at the present pace.
             */
            forecast: number;
        };
        /**
         * @description What a month costs an account.
         * @example {
         *       "id": "stm_01kjjsw2003e8f5g6h7j8k9m0n",
         *       "month": "2026-03",
         *       "plan": "P1",
         *       "price": "199000",
         *       "quota": 500,
         *       "transactions": 512,
         *       "overage_transactions": 12,
         *       "overage_amount": "4800",
         *       "forecast": 1058,
         *       "total": "203800",
         *       "status": "open",
         *       "created_at": "2026-02-28T17:00:00.000Z"
         *     }
         */
        Statement: {
            /** @description The statement's id. */
            id: string;
            /** @description The month in Vietnam (UTC+7). */
            month: string;
            /** @description The highest plan held in the month, which prices all of it. */
            plan: string;
            /** @description The plan's price, in dong. */
            price: string;
            /**
             * Format: int64
             * @description How many transactions it includes.
             */
            quota: number;
            /**
             * Format: int64
             * @description How many are recorded, credits and debits of all Workspaces.
             */
            transactions: number;
            /**
             * Format: int64
             * @description How many of them are above the quota.
             */
            overage_transactions: number;
            /** @description What those cost, in dong. */
            overage_amount: string;
            /**
             * Format: int64
             * @description While it is open, how many there will be at the end of the month; then, how many there are.
             */
            forecast: number;
            /** @description The price and the overage amount together, in dong. */
            total: string;
            /**
             * @description A closed statement never changes.
             * @enum {string}
             */
            status: "open" | "closed";
            /**
             * Format: date-time
             * @description When the month began.
             */
            created_at: string;
        };
        /**
         * @description Who signs in, with a second factor if the account has one.
         * @example {
         *       "email": "linh@shop.example",
         *       "password": "Correct-Horse-7"
         *     }
         */
        SignIn: {
            /**
             * Format: email
             * @description The account's address, in any case of its letters.
             */
            email: string;
            /** @description The account's password. */
            password: string;
            /** @description What the authenticator app shows. */
            code?: string;
            /** @description One of the recovery codes, which works once. Case, dashes and spaces do not matter. */
            recovery_code?: string;
            /** @description A passkey's answer to `POST /v1.1/sessions/options`. */
            passkey?: components["schemas"]["PasskeyAssertion"];
        };
        /**
         * @description What `toJSON()` of the credential returns; further members are ignored.
         * @example {
         *       "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "response": {
         *         "clientDataJSON": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "authenticatorData": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "signature": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *       }
         *     }
         */
        PasskeyAssertion: {
            /** @description The credential's id. */
            id: string;
            /** @description What the authenticator signed. */
            response: components["schemas"]["PasskeySignature"];
        };
        /**
         * @description What the authenticator signed.
         * @example {
         *       "clientDataJSON": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "authenticatorData": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "signature": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *     }
         */
        PasskeySignature: {
            /** @description What the browser says of the call. */
            clientDataJSON: string;
            /** @description What the authenticator says. */
            authenticatorData: string;
            /** @description Over both. */
            signature: string;
            /** @description The user's id, as bytes. */
            userHandle?: string | null;
        };
        /**
         * @description A passkey, which names its user: neither an address nor a password is needed.
         * @example {
         *       "passkey": {
         *         "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "response": {
         *           "clientDataJSON": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *           "authenticatorData": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *           "signature": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *         }
         *       }
         *     }
         */
        PasskeySignIn: {
            /** @description A passkey's answer to `POST /v1.1/sessions/options`. */
            passkey: components["schemas"]["PasskeyAssertion"];
        };
        /**
         * @description A session that has begun, and its user.
         * @example {
         *       "session": {
         *         "id": "ses_01kkqd5p2rf9g8h7j6k5m4n3p2",
         *         "current": false,
         *         "address": "198.51.100.7",
         *         "agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
         *         "created_at": "2026-03-15T02:30:05.123Z",
         *         "last_seen_at": "2026-03-15T02:30:05.123Z",
         *         "expires_at": "2026-03-15T02:30:05.123Z"
         *       },
         *       "user": {
         *         "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
         *         "email": "linh@shop.example",
         *         "name": "Nguyễn Thị Linh",
         *         "locale": "vi",
         *         "plan": "Free",
         *         "second_factor": false,
         *         "csrf_token": "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2",
         *         "created_at": "2026-03-15T02:30:05.123Z"
         *       }
         *     }
         */
        OpenedSession: {
            /** @description The session. */
            session: components["schemas"]["Session"];
            /** @description Whose it is, with the session's `csrf_token`. */
            user: components["schemas"]["User"];
        };
        /**
         * @description For `navigator.credentials.get`.
         * @example {
         *       "public_key": {
         *         "challenge": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "timeout": 300000,
         *         "rpId": "pay.example.com",
         *         "allowCredentials": [
         *           {
         *             "type": "public-key",
         *             "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *           }
         *         ],
         *         "userVerification": "required"
         *       },
         *       "expires_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        PasskeyRequestOptions: {
            /** @description What the browser asks a passkey. */
            public_key: components["schemas"]["PasskeyRequest"];
            /**
             * Format: date-time
             * @description Until when the answer must be here.
             */
            expires_at: string;
        };
        /**
         * @description What `PublicKeyCredential.parseRequestOptionsFromJSON` reads.
         * @example {
         *       "challenge": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "timeout": 300000,
         *       "rpId": "pay.example.com",
         *       "allowCredentials": [
         *         {
         *           "type": "public-key",
         *           "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *         }
         *       ],
         *       "userVerification": "required"
         *     }
         */
        PasskeyRequest: {
            /** @description To be signed; works once, for five minutes. */
            challenge: string;
            /**
             * Format: int64
             * @description How long the browser waits, in milliseconds.
             */
            timeout: number;
            /** @description The domain that the passkey belongs to. */
            rpId: string;
            /** @description The passkeys of the user; empty: any of this site. */
            allowCredentials: components["schemas"]["PasskeyCredential"][];
            /** @description A PIN or a biometric check, not just a touch. */
            userVerification: string;
        };
        /**
         * @description A passkey that is registered.
         * @example {
         *       "type": "public-key",
         *       "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *     }
         */
        PasskeyCredential: {
            /** @description Always `public-key`. */
            type: string;
            /** @description The credential's id. */
            id: string;
        };
        /**
         * @description What shows that the user is still there: one of these.
         * @example {
         *       "password": "Correct-Horse-7"
         *     }
         */
        Confirmation: {
            /** @description The account's password. */
            password?: string;
            /** @description What the authenticator app shows. */
            code?: string;
            /** @description A passkey's answer to `POST /v1.1/sessions/current/confirm/options`. */
            passkey?: components["schemas"]["PasskeyAssertion"];
        };
        /**
         * @description With what a person shows more than to know the password.
         * @example {
         *       "totp": false,
         *       "passkeys": 1,
         *       "recovery_codes": 1
         *     }
         */
        SecondFactor: {
            /** @description Whether an authenticator app is in force. */
            totp: boolean;
            /**
             * Format: int64
             * @description How many passkeys there are.
             */
            passkeys: number;
            /**
             * Format: int64
             * @description How many recovery codes are left.
             */
            recovery_codes: number;
        };
        /**
         * @description A secret for an authenticator app. It is not shown again.
         * @example {
         *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
         *       "url": "otpauth://totp/Service:linh%40shop.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Service&algorithm=SHA1&digits=6&period=30",
         *       "qr_svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
         *       "expires_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        NewAuthenticator: {
            /** @description To type into the app. */
            secret: string;
            /**
             * Format: uri
             * @description The same with all that the app must know.
             */
            url: string;
            /** @description The address as a QR symbol, for the app to scan. */
            qr_svg: string;
            /**
             * Format: date-time
             * @description Until when the first code must be given.
             */
            expires_at: string;
        };
        /**
         * @description A code of the app that was just set up.
         * @example {
         *       "code": "492039"
         *     }
         */
        FirstCode: {
            /** @description What the authenticator app shows. */
            code: string;
        };
        /**
         * @description Codes for a second factor that is lost.
         * @example {
         *       "recovery_codes": [
         *         "0h3k-7mq2-x9vd-4tbn-6wcz-8r5y"
         *       ]
         *     }
         */
        RecoveryCodes: {
            /** @description Each signs in once instead of another second factor. They are not shown again. */
            recovery_codes: string[];
        };
        /**
         * @description For `navigator.credentials.create`.
         * @example {
         *       "public_key": {
         *         "rp": {
         *           "id": "pay.example.com",
         *           "name": "Service"
         *         },
         *         "user": {
         *           "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *           "name": "linh@shop.example",
         *           "displayName": "Nguyễn Thị Linh"
         *         },
         *         "challenge": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "pubKeyCredParams": [
         *           {
         *             "type": "public-key",
         *             "alg": -7
         *           }
         *         ],
         *         "timeout": 300000,
         *         "excludeCredentials": [
         *           {
         *             "type": "public-key",
         *             "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *           }
         *         ],
         *         "authenticatorSelection": {
         *           "residentKey": "required",
         *           "requireResidentKey": true,
         *           "userVerification": "required"
         *         },
         *         "attestation": "none"
         *       },
         *       "expires_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        PasskeyCreationOptions: {
            /** @description What the browser is to make. */
            public_key: components["schemas"]["PasskeyCreation"];
            /**
             * Format: date-time
             * @description Until when it must be registered.
             */
            expires_at: string;
        };
        /**
         * @description What `PublicKeyCredential.parseCreationOptionsFromJSON` reads.
         * @example {
         *       "rp": {
         *         "id": "pay.example.com",
         *         "name": "Service"
         *       },
         *       "user": {
         *         "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "name": "linh@shop.example",
         *         "displayName": "Nguyễn Thị Linh"
         *       },
         *       "challenge": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "pubKeyCredParams": [
         *         {
         *           "type": "public-key",
         *           "alg": -7
         *         }
         *       ],
         *       "timeout": 300000,
         *       "excludeCredentials": [
         *         {
         *           "type": "public-key",
         *           "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *         }
         *       ],
         *       "authenticatorSelection": {
         *         "residentKey": "required",
         *         "requireResidentKey": true,
         *         "userVerification": "required"
         *       },
         *       "attestation": "none"
         *     }
         */
        PasskeyCreation: {
            /** @description The site. */
            rp: components["schemas"]["PasskeySite"];
            /** @description The user. */
            user: components["schemas"]["PasskeyOwner"];
            /** @description To be signed; works once, for five minutes. */
            challenge: string;
            /** @description What keys may be, the preferred first. */
            pubKeyCredParams: components["schemas"]["PasskeyAlgorithm"][];
            /**
             * Format: int64
             * @description How long the browser waits, in milliseconds.
             */
            timeout: number;
            /** @description The passkeys that the user has. */
            excludeCredentials: components["schemas"]["PasskeyCredential"][];
            /** @description What the authenticator must be able to do. */
            authenticatorSelection: components["schemas"]["PasskeySelection"];
            /** @description Always `none`. */
            attestation: string;
        };
        /**
         * @description The site of a passkey.
         * @example {
         *       "id": "pay.example.com",
         *       "name": "Service"
         *     }
         */
        PasskeySite: {
            /** @description The domain that the passkey belongs to. */
            id: string;
            /** @description The service, for people. */
            name: string;
        };
        /**
         * @description The user of a passkey.
         * @example {
         *       "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "name": "linh@shop.example",
         *       "displayName": "Nguyễn Thị Linh"
         *     }
         */
        PasskeyOwner: {
            /** @description The user's id, as bytes. */
            id: string;
            /**
             * Format: email
             * @description The user's address.
             */
            name: string;
            /** @description The user's name. */
            displayName: string;
        };
        /**
         * @description A kind of key that is accepted.
         * @example {
         *       "type": "public-key",
         *       "alg": -7
         *     }
         */
        PasskeyAlgorithm: {
            /** @description Always `public-key`. */
            type: string;
            /**
             * Format: int64
             * @description A signature algorithm by its COSE number.
             */
            alg: number;
        };
        /**
         * @description What an authenticator must be able to do.
         * @example {
         *       "residentKey": "required",
         *       "requireResidentKey": true,
         *       "userVerification": "required"
         *     }
         */
        PasskeySelection: {
            /** @description The passkey names its user by itself. */
            residentKey: string;
            /** @description The same for older browsers. */
            requireResidentKey: boolean;
            /** @description A PIN or a biometric check, not just a touch. */
            userVerification: string;
        };
        /**
         * @description A passkey to add.
         * @example {
         *       "name": "Linh's phone",
         *       "passkey": {
         *         "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "response": {
         *           "clientDataJSON": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *           "attestationObject": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *         }
         *       }
         *     }
         */
        NewPasskey: {
            /** @description A name for it, 1 to 100 characters. */
            name: string;
            /** @description What the browser made. */
            passkey: components["schemas"]["PasskeyRegistration"];
        };
        /**
         * @description What `toJSON()` of the credential returns; further members are ignored.
         * @example {
         *       "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "response": {
         *         "clientDataJSON": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *         "attestationObject": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *       }
         *     }
         */
        PasskeyRegistration: {
            /** @description The credential's id. */
            id: string;
            /** @description What the authenticator made. */
            response: components["schemas"]["PasskeyAttestation"];
        };
        /**
         * @description What the authenticator made.
         * @example {
         *       "clientDataJSON": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
         *       "attestationObject": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
         *     }
         */
        PasskeyAttestation: {
            /** @description What the browser says of the call. */
            clientDataJSON: string;
            /** @description The new key. */
            attestationObject: string;
        };
        /**
         * @description A passkey that was added.
         * @example {
         *       "passkey": {
         *         "id": "pky_01kkqd7s4th0j9k8m7n6p5q4r3",
         *         "name": "Linh's phone",
         *         "synced": false,
         *         "created_at": "2026-03-15T02:30:05.123Z",
         *         "last_used_at": "2026-03-15T02:30:05.123Z"
         *       },
         *       "recovery_codes": null
         *     }
         */
        AddedPasskey: {
            /** @description The passkey. */
            passkey: components["schemas"]["Passkey"];
            /** @description Ten recovery codes, shown once, if it is the first second factor; else `null`. */
            recovery_codes: string[] | null;
        };
        /**
         * @description A passkey of a user.
         * @example {
         *       "id": "pky_01kkqd7s4th0j9k8m7n6p5q4r3",
         *       "name": "Linh's phone",
         *       "synced": false,
         *       "created_at": "2026-03-15T02:30:05.123Z",
         *       "last_used_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Passkey: {
            /** @description The passkey's id. */
            id: string;
            /** @description The name that the user gave it. */
            name: string;
            /** @description Whether it is kept in a cloud account, and so on several devices. */
            synced: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Its last use.
             */
            last_used_at: string | null;
        };
        /**
         * @description A token with which a program calls the API for the person who created it.
         * @example {
         *       "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9",
         *       "name": "Shop server",
         *       "last4": "c3Zq",
         *       "status": "active",
         *       "token": "plat_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
         *       "workspaces": [
         *         {
         *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *           "permissions": [
         *             "payment_links:read",
         *             "payment_links:write"
         *           ]
         *         }
         *       ],
         *       "networks": [
         *         "203.0.113.0/24"
         *       ],
         *       "unused_permissions": [],
         *       "created_at": "2026-03-15T02:30:05.123Z",
         *       "expires_at": "2026-12-31T17:00:00.000Z",
         *       "last_used_at": "2026-03-15T02:30:00.000Z",
         *       "last_used_address": "203.0.113.7"
         *     }
         */
        ApiToken: {
            /** @description The token's id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description The last characters of its secret. */
            last4: string;
            /**
             * @description Whether it is taken.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description The secret: in the answer that creates or rotates it, and never again. */
            token: string | null;
            /** @description Where it may do what. */
            workspaces: components["schemas"]["TokenGrant"][];
            /** @description The networks from which alone it is taken; empty: from everywhere. */
            networks: string[];
            /** @description Those that it was given and has not used for 90 days: it could do without them. */
            unused_permissions: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From when on it is refused.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Its last use, to the minute.
             */
            last_used_at: string | null;
            /** @description From where that came. */
            last_used_address: string | null;
        };
        /**
         * @description What a token may do in one Workspace.
         * @example {
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "permissions": [
         *         "payment_links:read",
         *         "payment_links:write"
         *       ]
         *     }
         */
        TokenGrant: {
            /** @description The Workspace. */
            workspace_id: string;
            /** @description What the token was given there. It holds them only as long as the role of its creator does. */
            permissions: string[];
        };
        /**
         * @description A token to create.
         * @example {
         *       "name": "Shop server",
         *       "expires_at": "2026-12-31T17:00:00Z",
         *       "workspaces": [
         *         {
         *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *           "permissions": [
         *             "payment_links:read",
         *             "payment_links:write"
         *           ]
         *         }
         *       ],
         *       "networks": [
         *         "203.0.113.0/24"
         *       ]
         *     }
         */
        NewApiToken: {
            /** @description Its name, 1 to 100 characters. */
            name: string;
            /**
             * Format: date-time
             * @description An hour to a year ahead.
             */
            expires_at: string;
            /** @description Where it may do what; at most 50 Workspaces. */
            workspaces: components["schemas"]["NewTokenGrant"][];
            /** @description Addresses or networks from which alone it is taken, at most 20. */
            networks?: string[];
        };
        /**
         * @description What a token is to be allowed in one Workspace.
         * @example {
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "permissions": [
         *         "payment_links:read",
         *         "payment_links:write"
         *       ]
         *     }
         */
        NewTokenGrant: {
            /** @description A Workspace of which you are an active member. */
            workspace_id: string;
            /** @description Permissions that your role holds there. */
            permissions: string[];
        };
        /**
         * @description What to change; members that are left out stay.
         * @example {
         *       "name": "Shop server",
         *       "workspaces": [
         *         {
         *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *           "permissions": [
         *             "payment_links:read",
         *             "payment_links:write"
         *           ]
         *         }
         *       ],
         *       "networks": [
         *         "203.0.113.0/24"
         *       ]
         *     }
         */
        ApiTokenChange: {
            /** @description Its name, 1 to 100 characters. */
            name?: string;
            /** @description Where it may do what, in place of what it may do so far. */
            workspaces?: components["schemas"]["NewTokenGrant"][];
            /** @description From where alone it is taken; an empty list: from everywhere. */
            networks?: string[];
        };
        /**
         * @description The keys with which to verify a Workspace's callbacks.
         * @example {
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "current": {
         *         "id": "key_01kkqd7r8t9v0w1x2y3z4a5b6c",
         *         "key": "plsk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
         *         "created_at": "2026-03-15T02:30:05.123Z",
         *         "valid_until": "2026-03-16T02:30:00.000Z"
         *       },
         *       "previous": null
         *     }
         */
        SigningKeys: {
            /** @description The Workspace. */
            workspace_id: string;
            /** @description Signs what is recorded from now on. */
            current: components["schemas"]["SigningKey"];
            /** @description The one before it, for 24 hours after the rotation. */
            previous: components["schemas"]["SigningKey"] | null;
        };
        /**
         * @description A key that signs a Workspace's callbacks.
         * @example {
         *       "id": "key_01kkqd7r8t9v0w1x2y3z4a5b6c",
         *       "key": "plsk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
         *       "created_at": "2026-03-15T02:30:05.123Z",
         *       "valid_until": "2026-03-16T02:30:00.000Z"
         *     }
         */
        SigningKey: {
            /** @description Its name, which is in no callback. */
            id: string;
            /** @description The key: the whole text, with its prefix, verifies signatures. */
            key: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when callbacks that it has signed may still come; of the current key `null`.
             */
            valid_until: string | null;
        };
        /**
         * @description An endpoint or a chat that is told of a Workspace's transactions and orders.
         * @example {
         *       "id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "type": "http",
         *       "name": "Order system",
         *       "url": "https://shop.example/hook",
         *       "chat_id": null,
         *       "events": [
         *         "transaction.credit"
         *       ],
         *       "filter": null,
         *       "headers": {
         *         "X-Shop": "hanoi"
         *       },
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "api_key": "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
         *       "secret": "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
         *       "rotates_at": null,
         *       "last_delivery": null,
         *       "check": null,
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Webhook: {
            /** @description The webhook's id, in the header `X-Service-Webhook-ID` of its requests. */
            id: string;
            /** @description Its Workspace. */
            workspace_id: string;
            /**
             * @description An HTTP endpoint, or a Telegram chat.
             * @enum {string}
             */
            type: "http" | "telegram";
            /** @description Its name. */
            name: string;
            /**
             * Format: uri
             * @description Where events are sent to; `null` for a chat.
             */
            url: string | null;
            /** @description The chat; `null` for an endpoint. */
            chat_id: string | null;
            /** @description What it is told. */
            events: ("transaction.credit" | "transaction.debit" | "order.success" | "order.failed")[];
            /** @description What the events must be about; `null`: everything. */
            filter: components["schemas"]["WebhookFilter"] | null;
            /** @description Headers that its requests carry besides ours. */
            headers: {
                [key: string]: string;
            };
            /** @description Whether events are sent; otherwise they are kept as skipped deliveries. */
            enabled: boolean;
            /**
             * @description Why it is disabled.
             * @enum {string|null}
             */
            disabled_reason: "disabled_by_user" | "endpoint_gone" | "endpoint_failing" | "chat_refused" | null;
            /** @description The key in the header `X-Client-API-Key`: in the answer that creates or rotates it, and never again. */
            api_key: string | null;
            /** @description The key of the signature: in the answer that creates or rotates it, and never again. */
            secret: string | null;
            /**
             * Format: date-time
             * @description When a rotated pair comes into force, unless it is activated before.
             */
            rotates_at: string | null;
            /** @description The newest delivery. */
            last_delivery: components["schemas"]["LastDelivery"] | null;
            /** @description What the endpoint answered to the test event of this call; `null` if it has not asked for a `check`. */
            check: components["schemas"]["EndpointCheck"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /**
         * @description What events must be about to be sent. Without a member, everything fits.
         * @example {}
         */
        WebhookFilter: {
            /** @description Events of these bank accounts alone; at most 50. */
            bank_account_ids?: string[] | null;
            /** @description Transactions on these virtual accounts alone; at most 50. */
            virtual_account_ids?: string[] | null;
            /**
             * @description Transactions of this direction alone.
             * @enum {string|null}
             */
            transfer_type?: "credit" | "debit" | null;
            /** @description Events of this amount or more. */
            min_amount?: string | null;
            /** @description Transactions whose transfer text contains this, whatever its case, Vietnamese marks, spaces and punctuation. */
            text?: string | null;
        };
        /**
         * @description The newest delivery to a webhook.
         * @example {
         *       "id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p",
         *       "status": "acknowledged",
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        LastDelivery: {
            /** @description The delivery. */
            id: string;
            /**
             * @description Its status.
             * @enum {string}
             */
            status: "pending" | "acknowledged" | "failed" | "skipped";
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        /**
         * @description What an endpoint answered to a test event.
         * @example {
         *       "status_code": 200,
         *       "duration_ms": 184,
         *       "address": "203.0.113.7:443",
         *       "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384",
         *       "response_body": "ok"
         *     }
         */
        EndpointCheck: {
            /**
             * Format: int64
             * @description The status of the answer: a 2xx, or 401 from an endpoint that cannot know its key yet.
             */
            status_code: number;
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            duration_ms: number;
            /** @description The address and port connected to. */
            address: string | null;
            /** @description The TLS version and cipher. */
            tls: string | null;
            /** @description The beginning of the answer's body, at most 4 KiB. */
            response_body: string | null;
        };
        /**
         * @description What to change; members that are left out stay.
         * @example {
         *       "name": "Order system",
         *       "url": "https://shop.example/hook",
         *       "events": [
         *         "transaction.credit"
         *       ],
         *       "filter": {},
         *       "headers": {
         *         "X-Shop": "hanoi"
         *       },
         *       "enabled": true,
         *       "check": true
         *     }
         */
        WebhookChange: {
            /** @description Its name, 1 to 100 characters. */
            name?: string;
            /**
             * Format: uri
             * @description Where events are sent to. Deliveries that wait go to the new URL.
             */
            url?: string;
            /** @description What it is told, in place of what it is told so far. */
            events?: ("transaction.credit" | "transaction.debit" | "order.success" | "order.failed")[];
            /** @description What the events must be about, in place of the filter so far; `{}`: everything. */
            filter?: components["schemas"]["WebhookFilter"];
            /** @description Headers besides ours, in place of those so far. */
            headers?: {
                [key: string]: string;
            };
            /** @description Another chat. Deliveries that wait go there. */
            chat_id?: string;
            /** @description Another token, of the same bot or another, used from now on. */
            bot_token?: string;
            /** @description Whether events are sent. Those of the meantime can be sent again. */
            enabled?: boolean;
            /** @description Whether the endpoint must first take a signed test event, as `…/test` sends it. If it does not answer 2xx, nothing is saved: 422 at `url` says what came back. An endpoint that is new may also answer 401, since it cannot know its key yet. The answer takes as long as the endpoint's, at most the time of one attempt. */
            check?: boolean;
        };
        /**
         * @description A webhook to create.
         * @example {
         *       "type": "http",
         *       "name": "Order system",
         *       "url": "https://shop.example/hook",
         *       "events": [
         *         "transaction.credit"
         *       ],
         *       "headers": {
         *         "X-Shop": "hanoi"
         *       },
         *       "check": true
         *     }
         */
        NewWebhook: {
            /**
             * @description An HTTP endpoint, which it is if left out, or a Telegram chat.
             * @enum {string}
             */
            type?: "http" | "telegram";
            /** @description Its name, 1 to 100 characters. */
            name: string;
            /**
             * Format: uri
             * @description Where an endpoint's events are sent to: https, a public address, no user, at most 2,048 bytes; the ports of a callback URL. An endpoint needs it; a chat has none.
             */
            url?: string;
            /** @description The chat's number, or the public `@name` of a group or channel. A chat needs it. */
            chat_id?: string;
            /** @description The token of the bot that writes there. A chat needs it. It is stored encrypted, and never shown. */
            bot_token?: string;
            /** @description What it is told. */
            events: ("transaction.credit" | "transaction.debit" | "order.success" | "order.failed")[];
            /** @description What the events must be about. */
            filter?: components["schemas"]["WebhookFilter"];
            /** @description Headers that its requests carry besides ours: at most 10, none of HTTP's own, ours, `Authorization` or `Cookie`. Every member can read them. */
            headers?: {
                [key: string]: string;
            };
            /** @description Whether the endpoint must first take a signed test event, as `…/test` sends it. If it does not answer 2xx, nothing is saved: 422 at `url` says what came back. An endpoint that is new may also answer 401, since it cannot know its key yet. The answer takes as long as the endpoint's, at most the time of one attempt. */
            check?: boolean;
        };
        /**
         * @description A test event to send.
         * @example {
         *       "event": "transaction.credit"
         *     }
         */
        WebhookTest: {
            /**
             * @description Which event; if left out, the first one that the webhook is told.
             * @enum {string}
             */
            event?: "transaction.credit" | "transaction.debit" | "order.success" | "order.failed";
        };
        /**
         * @description A delivery that has begun.
         * @example {
         *       "delivery_id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p"
         *     }
         */
        StartedDelivery: {
            /** @description The delivery, which shows what came of it. */
            delivery_id: string;
        };
        /**
         * @description An event on its way to a webhook, with its attempts.
         * @example {
         *       "id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "webhook_id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
         *       "event": "transaction.credit",
         *       "subject_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "status": "acknowledged",
         *       "body": null,
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "started_at": "2026-03-15T02:30:05.123Z",
         *           "duration_ms": 184,
         *           "url": "https://shop.example/paid",
         *           "address": "203.0.113.7:443",
         *           "hops": [],
         *           "status_code": 503,
         *           "error_class": "http_5xx",
         *           "error": "The receiver answered 503.",
         *           "response_headers": [
         *             {
         *               "name": "content-type",
         *               "value": "text/plain"
         *             }
         *           ],
         *           "response_body": "try later",
         *           "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384"
         *         }
         *       ],
         *       "next_attempt_at": null,
         *       "resend_of": null,
         *       "url": "https://shop.example/hook",
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        Delivery: {
            /** @description The delivery's id. */
            id: string;
            /** @description The Workspace of the webhook. */
            workspace_id: string;
            /** @description The webhook, which may be deleted meanwhile. */
            webhook_id: string;
            /**
             * @description What it tells of.
             * @enum {string}
             */
            event: "transaction.credit" | "transaction.debit" | "order.success" | "order.failed";
            /** @description The transaction or order that it tells of. */
            subject_id: string;
            /**
             * @description The status of its latest round; `skipped`: the webhook was disabled when it was due.
             * @enum {string}
             */
            status: "pending" | "acknowledged" | "failed" | "skipped";
            /** @description The bytes that are sent, as text; `null` once they are too old to be kept. */
            body: string | null;
            /** @description Every attempt, in order. */
            attempts: components["schemas"]["CallbackAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            next_attempt_at: string | null;
            /** @description The delivery to another webhook that it repeats. */
            resend_of: string | null;
            /** @description Where it is sent to; `null` for a chat. */
            url: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        /**
         * @description A delivery with the rounds that were requested and its request as a command.
         * @example {
         *       "id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "webhook_id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
         *       "event": "transaction.credit",
         *       "subject_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "status": "acknowledged",
         *       "body": null,
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "started_at": "2026-03-15T02:30:05.123Z",
         *           "duration_ms": 184,
         *           "url": "https://shop.example/paid",
         *           "address": "203.0.113.7:443",
         *           "hops": [],
         *           "status_code": 503,
         *           "error_class": "http_5xx",
         *           "error": "The receiver answered 503.",
         *           "response_headers": [
         *             {
         *               "name": "content-type",
         *               "value": "text/plain"
         *             }
         *           ],
         *           "response_body": "try later",
         *           "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384"
         *         }
         *       ],
         *       "next_attempt_at": null,
         *       "resend_of": null,
         *       "url": "https://shop.example/hook",
         *       "created_at": "2026-03-15T02:30:05.123Z",
         *       "rounds": [
         *         {
         *           "first_attempt": 11,
         *           "repeats": 1,
         *           "asked_at": "2026-03-15T09:00:00.000Z",
         *           "asked_by": {
         *             "type": "api_token",
         *             "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
         *           },
         *           "signed_anew": null,
         *           "timestamp": 1773541806
         *         }
         *       ],
         *       "curl": "body='{…}'; timestamp=$(date +%s); …"
         *     }
         */
        DeliveryDetails: {
            /** @description The delivery's id. */
            id: string;
            /** @description The Workspace of the webhook. */
            workspace_id: string;
            /** @description The webhook, which may be deleted meanwhile. */
            webhook_id: string;
            /**
             * @description What it tells of.
             * @enum {string}
             */
            event: "transaction.credit" | "transaction.debit" | "order.success" | "order.failed";
            /** @description The transaction or order that it tells of. */
            subject_id: string;
            /**
             * @description The status of its latest round; `skipped`: the webhook was disabled when it was due.
             * @enum {string}
             */
            status: "pending" | "acknowledged" | "failed" | "skipped";
            /** @description The bytes that are sent, as text; `null` once they are too old to be kept. */
            body: string | null;
            /** @description Every attempt, in order. */
            attempts: components["schemas"]["CallbackAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            next_attempt_at: string | null;
            /** @description The delivery to another webhook that it repeats. */
            resend_of: string | null;
            /** @description Where it is sent to; `null` for a chat. */
            url: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description The rounds that were requested, in order. */
            rounds: components["schemas"]["CallbackRound"][];
            /** @description The request as a shell command, which takes API key and secret from `PAYLINK_WEBHOOK_API_KEY` and `PAYLINK_WEBHOOK_SECRET` and signs with openssl; `null` for a chat and without `body`. */
            curl: string | null;
        };
        /**
         * @description Where deliveries are sent again.
         * @example {}
         */
        ResendGoal: {
            /** @description Another webhook of the Workspace; without it, each delivery's own. */
            webhook_id?: string;
        };
        /**
         * @description A delivery that is being sent again.
         * @example {
         *       "id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p",
         *       "webhook_id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
         *       "resend_of": null,
         *       "first_attempt": 11,
         *       "asked_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        ResentDelivery: {
            /** @description The delivery that is due now; to another webhook, a new one. */
            id: string;
            /** @description The webhook that it is sent to. */
            webhook_id: string;
            /** @description The delivery to another webhook that it repeats. */
            resend_of: string | null;
            /**
             * Format: int64
             * @description The number of the next attempt.
             */
            first_attempt: number;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            asked_at: string;
        };
        /**
         * @description An event of a Workspace, with its place among them.
         * @example {
         *       "position": 1842,
         *       "event": "transaction.credit",
         *       "subject_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "payload": {
         *         "account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
         *         "amount": 150000,
         *         "bank": "MB"
         *       },
         *       "recorded_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        FeedEvent: {
            /**
             * Format: int64
             * @description The event's place among the Workspace's events, from 1 without a gap.
             */
            position: number;
            /**
             * @description The event.
             * @enum {string}
             */
            event: "transaction.credit" | "transaction.debit" | "order.success" | "order.failed";
            /** @description The transaction or order that it tells of. */
            subject_id: string;
            /** @description What a webhook is sent, as an object. */
            payload: Record<string, never>;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            recorded_at: string;
        };
        /**
         * @description Something that was done in a Workspace.
         * @example {
         *       "id": "aud_01kkqd9s4t5v6w7x8y9z0a1b2c",
         *       "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
         *       "number": 17,
         *       "actor": {
         *         "type": "user",
         *         "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1"
         *       },
         *       "action": "payment_link.cancelled",
         *       "target": "pl_01kkqc0a1bec394e5f6g7h8j9k",
         *       "before": null,
         *       "after": null,
         *       "address": "203.0.113.7",
         *       "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "created_at": "2026-03-15T02:30:05.123Z"
         *     }
         */
        AuditRow: {
            /** @description The row's id. */
            id: string;
            /** @description The Workspace. */
            workspace_id: string;
            /**
             * Format: int64
             * @description Its number in the Workspace's log, which has no gaps.
             */
            number: number;
            /** @description Who did it. */
            actor: components["schemas"]["Actor"];
            /** @description What was done. */
            action: string;
            /** @description The id of what it was done to. */
            target: string;
            /** @description How that was before, without secrets. */
            before: Record<string, never> | null;
            /** @description How it is since. */
            after: Record<string, never> | null;
            /** @description From where; `null`: from inside. */
            address: string | null;
            /** @description SHA-256 over this row and the hash of the row before it. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            created_at: string;
        };
        /**
         * @description Who did something.
         * @example {
         *       "type": "user",
         *       "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1"
         *     }
         */
        Actor: {
            /**
             * @description A person, a token, the operator, or the service itself.
             * @enum {string}
             */
            type: "user" | "api_token" | "operator" | "service";
            /** @description The id of the person or token; the operator's name on the machine. */
            id: string | null;
        };
        /**
         * @description A link was paid. Compact JSON, its members in alphabetical order.
         * @example {
         *       "amount": "150000",
         *       "currency": "VND",
         *       "id": "evt_01kkqc6v6qem2s8k7p5r1t9w0x",
         *       "paid_at": "2026-03-15T02:30:05.123Z",
         *       "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
         *       "public_id": "q7Xw2LmN9pRt4KvB8sYc3Z",
         *       "reference": "PFSL7K2M9QX4",
         *       "status": "success",
         *       "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
         *       "version": 1
         *     }
         */
        CallbackEvent: {
            /** @description What was received, in VND; more than the link asked for if the payer sent more. */
            amount: string;
            /** @description Always `VND`. */
            currency: string;
            /** @description The event's id, the same in every repeat. Store it, and act on each id once. */
            id: string;
            /**
             * Format: date-time
             * @description The time of the credit, as the bank reported it.
             */
            paid_at: string;
            /** @description The link's id in the API. */
            payment_link_id: string;
            /** @description The link's id in its page's address. */
            public_id: string;
            /** @description The link's reference, as the transfer text carries it. */
            reference: string;
            /**
             * @description `success`; the link's own `status` is `succeeded`.
             * @enum {string}
             */
            status: "success";
            /** @description The credit that completed the link. */
            transaction_id: string;
            /**
             * Format: int64
             * @description 1. Later versions may add members: ignore those that you do not know.
             */
            version: number;
        };
    };
    responses: {
        /** @description `MALFORMED_REQUEST`: The request cannot be read. Fix the request; resending it unchanged fails again. */
        MALFORMED_REQUEST: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "MALFORMED_REQUEST";
                        /** @enum {unknown} */
                        errorCode?: 10001;
                        /** @enum {unknown} */
                        messageKey?: "request/malformed";
                    };
                };
            };
        };
        /** @description `AUTHENTICATION_ERROR`: The call needs a valid access token: `Authorization: Bearer <token>`. Send `Authorization: Bearer <token>` with a token that is neither expired nor revoked; a person whose session has ended signs in again. Bank feeds use no token; there the message says what is wrong. */
        AUTHENTICATION_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "AUTHENTICATION_ERROR";
                        /** @enum {unknown} */
                        errorCode?: 20001;
                        /** @enum {unknown} */
                        messageKey?: "auth/authentication-error";
                    };
                };
            };
        };
        /** @description `INSUFFICIENT_PERMISSIONS`: The caller lacks the permission for this call in this Workspace, or the token does not cover a Workspace with this id. Compare the Workspace's id, and use a token that has the permission named in the message for this Workspace. */
        INSUFFICIENT_PERMISSIONS: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INSUFFICIENT_PERMISSIONS";
                        /** @enum {unknown} */
                        errorCode?: 20003;
                        /** @enum {unknown} */
                        messageKey?: "auth/insufficient-permissions";
                    };
                };
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The body is larger than this address accepts. Send less: 64 KiB, or 1 MiB on a bank feed or for a statement. */
        PAYLOAD_TOO_LARGE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                        /** @enum {unknown} */
                        errorCode?: 10013;
                        /** @enum {unknown} */
                        messageKey?: "request/payload-too-large";
                    };
                };
            };
        };
        /** @description `VALIDATION_ERROR`: Some values are not valid; details lists each of them. Fix every value in `details`; it lists all faults at once. */
        VALIDATION_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR";
                        /** @enum {unknown} */
                        errorCode?: 10022;
                        /** @enum {unknown} */
                        messageKey?: "request/validation-error";
                    };
                };
            };
        };
        /** @description `RATE_LIMIT_ERROR`: Too many calls; wait the number of seconds in Retry-After. Wait the number of seconds in `Retry-After`, and longer each time. */
        RATE_LIMIT_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "RATE_LIMIT_ERROR";
                        /** @enum {unknown} */
                        errorCode?: 10029;
                        /** @enum {unknown} */
                        messageKey?: "request/rate-limit-error";
                    };
                };
            };
        };
        /** @description `INTERNAL_ERROR`: Something failed on our side; quote the trace id to support. Give the operator the `traceId`; to create the same thing again, use the same `Idempotency-Key`. */
        INTERNAL_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INTERNAL_ERROR";
                        /** @enum {unknown} */
                        errorCode?: 10500;
                        /** @enum {unknown} */
                        messageKey?: "request/internal-error";
                    };
                };
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service cannot take this call now; try again after the number of seconds in Retry-After. Wait the number of seconds in `Retry-After`, then send the same call again. If the message says that a list took too long, narrow the list first. */
        SERVICE_UNAVAILABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "SERVICE_UNAVAILABLE";
                        /** @enum {unknown} */
                        errorCode?: 10503;
                        /** @enum {unknown} */
                        messageKey?: "request/service-unavailable";
                    };
                };
            };
        };
        /**
         * @description `INSUFFICIENT_PERMISSIONS`: The caller lacks the permission for this call in this Workspace, or the token does not cover a Workspace with this id. Compare the Workspace's id, and use a token that has the permission named in the message for this Workspace.
         *
         *     `CSRF_ERROR`: X-CSRF-Token is missing or does not belong to this session, or the call comes from another site. Send the value that signing in, or `GET /v1.1/account`, returned as `csrf_token`.
         */
        "INSUFFICIENT_PERMISSIONS-CSRF_ERROR": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INSUFFICIENT_PERMISSIONS" | "CSRF_ERROR";
                        /** @enum {unknown} */
                        errorCode?: 20003 | 20004;
                        /** @enum {unknown} */
                        messageKey?: "auth/insufficient-permissions" | "auth/csrf-error";
                    };
                };
            };
        };
        /**
         * @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so.
         *
         *     `PLAN_WORKSPACE_LIMIT`: The plan has no room for another Workspace. Choose a larger plan, or delete a Workspace.
         */
        "CONFLICT-PLAN_WORKSPACE_LIMIT": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "PLAN_WORKSPACE_LIMIT";
                        /** @enum {unknown} */
                        errorCode?: 10009 | 60001;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict" | "plan/workspace-limit";
                    };
                };
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The body must be application/json in UTF-8, not compressed. Send `Content-Type: application/json`, uncompressed. */
        UNSUPPORTED_MEDIA_TYPE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                        /** @enum {unknown} */
                        errorCode?: 10015;
                        /** @enum {unknown} */
                        messageKey?: "request/unsupported-media-type";
                    };
                };
            };
        };
        /**
         * @description `VALIDATION_ERROR`: Some values are not valid; details lists each of them. Fix every value in `details`; it lists all faults at once.
         *
         *     `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used for a different request. Use a new key for a new request.
         */
        "VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "IDEMPOTENCY_KEY_REUSED";
                        /** @enum {unknown} */
                        errorCode?: 10022 | 10023;
                        /** @enum {unknown} */
                        messageKey?: "request/validation-error" | "request/idempotency-key-reused";
                    };
                };
            };
        };
        /** @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so. */
        CONFLICT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                        /** @enum {unknown} */
                        errorCode?: 10009;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict";
                    };
                };
            };
        };
        /**
         * @description `INSUFFICIENT_PERMISSIONS`: The caller lacks the permission for this call in this Workspace, or the token does not cover a Workspace with this id. Compare the Workspace's id, and use a token that has the permission named in the message for this Workspace.
         *
         *     `CSRF_ERROR`: X-CSRF-Token is missing or does not belong to this session, or the call comes from another site. Send the value that signing in, or `GET /v1.1/account`, returned as `csrf_token`.
         *
         *     `REAUTHENTICATION_REQUIRED`: Show first that it is still you, with your password, a code or a passkey: POST /v1.1/sessions/current/confirm. Call `POST /v1.1/sessions/current/confirm`, then repeat the call within five minutes.
         */
        "INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INSUFFICIENT_PERMISSIONS" | "CSRF_ERROR" | "REAUTHENTICATION_REQUIRED";
                        /** @enum {unknown} */
                        errorCode?: 20003 | 20004 | 20005;
                        /** @enum {unknown} */
                        messageKey?: "auth/insufficient-permissions" | "auth/csrf-error" | "auth/reauthentication-required";
                    };
                };
            };
        };
        /** @description `NOT_FOUND`: There is nothing at this address. Check the path and the id. */
        NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                        /** @enum {unknown} */
                        errorCode?: 10004;
                        /** @enum {unknown} */
                        messageKey?: "request/not-found";
                    };
                };
            };
        };
        /**
         * @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so.
         *
         *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this Idempotency-Key is still being processed. Try again in a moment with the same key.
         */
        "CONFLICT-IDEMPOTENCY_IN_PROGRESS": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @enum {unknown} */
                        errorCode?: 10009 | 10024;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict" | "request/idempotency-in-progress";
                    };
                };
            };
        };
        /** @description `PAYMENT_LINK_NOT_PENDING`: The payment link is closed and can no longer change. `details` gives the current status as its code; create a new link. */
        PAYMENT_LINK_NOT_PENDING: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "PAYMENT_LINK_NOT_PENDING";
                        /** @enum {unknown} */
                        errorCode?: 30001;
                        /** @enum {unknown} */
                        messageKey?: "payment-link/not-pending";
                    };
                };
            };
        };
        /**
         * @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so.
         *
         *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this Idempotency-Key is still being processed. Try again in a moment with the same key.
         *
         *     `BANK_ACCOUNT_NOT_CONNECTED`: The bank account is not connected. Use a connected account.
         *
         *     `WORKSPACE_SUSPENDED`: The Workspace is suspended. Reactivate it, or use another Workspace.
         */
        "CONFLICT-IDEMPOTENCY_IN_PROGRESS-BANK_ACCOUNT_NOT_CONNECTED-WORKSPACE_SUSPENDED": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS" | "BANK_ACCOUNT_NOT_CONNECTED" | "WORKSPACE_SUSPENDED";
                        /** @enum {unknown} */
                        errorCode?: 10009 | 10024 | 40001 | 50001;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict" | "request/idempotency-in-progress" | "bank-account/not-connected" | "workspace/suspended";
                    };
                };
            };
        };
        /** @description `IDEMPOTENCY_IN_PROGRESS`: The first request with this Idempotency-Key is still being processed. Try again in a moment with the same key. */
        IDEMPOTENCY_IN_PROGRESS: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "IDEMPOTENCY_IN_PROGRESS";
                        /** @enum {unknown} */
                        errorCode?: 10024;
                        /** @enum {unknown} */
                        messageKey?: "request/idempotency-in-progress";
                    };
                };
            };
        };
        /**
         * @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so.
         *
         *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this Idempotency-Key is still being processed. Try again in a moment with the same key.
         *
         *     `BANK_ACCOUNT_TAKEN`: The account number is connected in another Workspace. Remove it there first.
         *
         *     `BANK_NOT_ACCEPTING_CONNECTIONS`: The bank is not accepting new connections at the moment. Try again when the bank is back.
         */
        "CONFLICT-IDEMPOTENCY_IN_PROGRESS-BANK_ACCOUNT_TAKEN-BANK_NOT_ACCEPTING_CONNECTIONS": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS" | "BANK_ACCOUNT_TAKEN" | "BANK_NOT_ACCEPTING_CONNECTIONS";
                        /** @enum {unknown} */
                        errorCode?: 10009 | 10024 | 40002 | 40003;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict" | "request/idempotency-in-progress" | "bank-account/taken" | "bank/not-accepting-connections";
                    };
                };
            };
        };
        /** @description `BANK_UNREACHABLE`: The bank does not answer. Try again later. */
        BANK_UNREACHABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "BANK_UNREACHABLE";
                        /** @enum {unknown} */
                        errorCode?: 40005;
                        /** @enum {unknown} */
                        messageKey?: "bank/unreachable";
                    };
                };
            };
        };
        /**
         * @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so.
         *
         *     `BANK_ACCOUNT_TAKEN`: The account number is connected in another Workspace. Remove it there first.
         *
         *     `BANK_NOT_ACCEPTING_CONNECTIONS`: The bank is not accepting new connections at the moment. Try again when the bank is back.
         */
        "CONFLICT-BANK_ACCOUNT_TAKEN-BANK_NOT_ACCEPTING_CONNECTIONS": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "BANK_ACCOUNT_TAKEN" | "BANK_NOT_ACCEPTING_CONNECTIONS";
                        /** @enum {unknown} */
                        errorCode?: 10009 | 40002 | 40003;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict" | "bank-account/taken" | "bank/not-accepting-connections";
                    };
                };
            };
        };
        /**
         * @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so.
         *
         *     `BANK_ACCOUNT_TAKEN`: The account number is connected in another Workspace. Remove it there first.
         */
        "CONFLICT-BANK_ACCOUNT_TAKEN": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "BANK_ACCOUNT_TAKEN";
                        /** @enum {unknown} */
                        errorCode?: 10009 | 40002;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict" | "bank-account/taken";
                    };
                };
            };
        };
        /**
         * @description `VALIDATION_ERROR`: Some values are not valid; details lists each of them. Fix every value in `details`; it lists all faults at once.
         *
         *     `OTP_INVALID`: The one-time code is wrong or too old. Enter the code again, or ask for a new one.
         */
        "VALIDATION_ERROR-OTP_INVALID": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "OTP_INVALID";
                        /** @enum {unknown} */
                        errorCode?: 10022 | 40004;
                        /** @enum {unknown} */
                        messageKey?: "request/validation-error" | "bank-account/otp-invalid";
                    };
                };
            };
        };
        /**
         * @description `CONFLICT`: The current state does not allow this. Read the resource again, then decide. When a callback is still being sent, `details` says so.
         *
         *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this Idempotency-Key is still being processed. Try again in a moment with the same key.
         *
         *     `BANK_ACCOUNT_NOT_CONNECTED`: The bank account is not connected. Use a connected account.
         */
        "CONFLICT-IDEMPOTENCY_IN_PROGRESS-BANK_ACCOUNT_NOT_CONNECTED": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS" | "BANK_ACCOUNT_NOT_CONNECTED";
                        /** @enum {unknown} */
                        errorCode?: 10009 | 10024 | 40001;
                        /** @enum {unknown} */
                        messageKey?: "request/conflict" | "request/idempotency-in-progress" | "bank-account/not-connected";
                    };
                };
            };
        };
        /** @description `BANK_ACCOUNT_NOT_CONNECTED`: The bank account is not connected. Use a connected account. */
        BANK_ACCOUNT_NOT_CONNECTED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "BANK_ACCOUNT_NOT_CONNECTED";
                        /** @enum {unknown} */
                        errorCode?: 40001;
                        /** @enum {unknown} */
                        messageKey?: "bank-account/not-connected";
                    };
                };
            };
        };
        /** @description `CSRF_ERROR`: X-CSRF-Token is missing or does not belong to this session, or the call comes from another site. Send the value that signing in, or `GET /v1.1/account`, returned as `csrf_token`. */
        CSRF_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CSRF_ERROR";
                        /** @enum {unknown} */
                        errorCode?: 20004;
                        /** @enum {unknown} */
                        messageKey?: "auth/csrf-error";
                    };
                };
            };
        };
        /** @description `PLAN_WORKSPACE_LIMIT`: The plan has no room for another Workspace. Choose a larger plan, or delete a Workspace. */
        PLAN_WORKSPACE_LIMIT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "PLAN_WORKSPACE_LIMIT";
                        /** @enum {unknown} */
                        errorCode?: 60001;
                        /** @enum {unknown} */
                        messageKey?: "plan/workspace-limit";
                    };
                };
            };
        };
        /**
         * @description `INSUFFICIENT_PERMISSIONS`: The caller lacks the permission for this call in this Workspace, or the token does not cover a Workspace with this id. Compare the Workspace's id, and use a token that has the permission named in the message for this Workspace.
         *
         *     `REAUTHENTICATION_REQUIRED`: Show first that it is still you, with your password, a code or a passkey: POST /v1.1/sessions/current/confirm. Call `POST /v1.1/sessions/current/confirm`, then repeat the call within five minutes.
         */
        "INSUFFICIENT_PERMISSIONS-REAUTHENTICATION_REQUIRED": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INSUFFICIENT_PERMISSIONS" | "REAUTHENTICATION_REQUIRED";
                        /** @enum {unknown} */
                        errorCode?: 20003 | 20005;
                        /** @enum {unknown} */
                        messageKey?: "auth/insufficient-permissions" | "auth/reauthentication-required";
                    };
                };
            };
        };
        /**
         * @description `NOT_FOUND`: There is nothing at this address. Check the path and the id.
         *
         *     `UNSUPPORTED_VERSION`: The path must begin with a supported version: /v1.1. Begin the path with `/v1.1`.
         */
        "NOT_FOUND-UNSUPPORTED_VERSION": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND" | "UNSUPPORTED_VERSION";
                        /** @enum {unknown} */
                        errorCode?: 10004 | 10006;
                        /** @enum {unknown} */
                        messageKey?: "request/not-found" | "request/unsupported-version";
                    };
                };
            };
        };
        /** @description `METHOD_NOT_ALLOWED`: This address does not accept this method; Allow lists the ones it does. Use a method listed in `Allow`. */
        METHOD_NOT_ALLOWED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "METHOD_NOT_ALLOWED";
                        /** @enum {unknown} */
                        errorCode?: 10005;
                        /** @enum {unknown} */
                        messageKey?: "request/method-not-allowed";
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The request's id, taken from a valid `traceparent` if the request has one.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        "X-Request-Id": string;
        /**
         * @description What remains: `r` calls now, more in `t` seconds.
         * @example "token";r=93;t=1
         */
        RateLimit: string;
        /**
         * @description The limit: `q` calls in `w` seconds.
         * @example "token";q=100;w=2
         */
        "RateLimit-Policy": string;
        /**
         * @description Wait this many seconds, and longer each time.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description The path of the new resource.
         * @example /v1.1/payment-links/ws_01kkq9z8y7f6w9v4t3s2r1q0p9/pl_01kkqc0a1bec394e5f6g7h8j9k
         */
        Location: string;
        /**
         * @description The name under which a browser saves the lines or the CSV.
         * @example attachment; filename="ws_01kkq9z8y7f6w9v4t3s2r1q0p9.jsonl"
         */
        "Content-Disposition": string;
        /**
         * @description The session, for a browser to keep.
         * @example __Host-paylink_session=…; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=86400
         */
        "Set-Cookie": string;
        /**
         * @description An earlier request with the same key took effect; this is its answer.
         * @example true
         */
        "Idempotency-Replayed": string;
        /**
         * @description What is wrong with the token.
         * @example Bearer realm="api"
         */
        "WWW-Authenticate": string;
        /**
         * @description Identifies this version of the document.
         * @example "0123456789abcdef"
         */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Workspaces, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "name": "Shop",
                     *           "description": "Online shop",
                     *           "entity_type": "individual",
                     *           "banking_mode": "open_banking",
                     *           "status": "active",
                     *           "language": "vi",
                     *           "notifications": {
                     *             "delivery_failed": true,
                     *             "delivery_recovered": true,
                     *             "webhook_disabled": true,
                     *             "quota_80": true,
                     *             "quota_100": true
                     *           },
                     *           "second_factor_required": false,
                     *           "role": "owner",
                     *           "created_at": "2026-03-01T02:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Workspace"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            /** @description The Workspace. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "name": "Shop",
                     *         "description": "Online shop",
                     *         "entity_type": "individual",
                     *         "banking_mode": "open_banking",
                     *         "status": "active",
                     *         "language": "vi",
                     *         "notifications": {
                     *           "delivery_failed": true,
                     *           "delivery_recovered": true,
                     *           "webhook_disabled": true,
                     *           "quota_80": true,
                     *           "quota_100": true
                     *         },
                     *         "second_factor_required": false,
                     *         "role": "owner",
                     *         "created_at": "2026-03-01T02:00:00.000Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Workspace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT-PLAN_WORKSPACE_LIMIT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "name": "Shop",
                     *         "description": "Online shop",
                     *         "entity_type": "individual",
                     *         "banking_mode": "open_banking",
                     *         "status": "active",
                     *         "language": "vi",
                     *         "notifications": {
                     *           "delivery_failed": true,
                     *           "delivery_recovered": true,
                     *           "webhook_disabled": true,
                     *           "quota_80": true,
                     *           "quota_100": true
                     *         },
                     *         "second_factor_required": false,
                     *         "role": "owner",
                     *         "created_at": "2026-03-01T02:00:00.000Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Workspace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query: {
                /**
                 * @description The Workspace's name, exactly.
                 * @example Shop
                 */
                confirm: string;
                /** @description Also while callbacks are unfinished; they are not sent any more. */
                force?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceChange"];
            };
        };
        responses: {
            /** @description The Workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "name": "Shop",
                     *         "description": "Online shop",
                     *         "entity_type": "individual",
                     *         "banking_mode": "open_banking",
                     *         "status": "active",
                     *         "language": "vi",
                     *         "notifications": {
                     *           "delivery_failed": true,
                     *           "delivery_recovered": true,
                     *           "webhook_disabled": true,
                     *           "quota_80": true,
                     *           "quota_100": true
                     *         },
                     *         "second_factor_required": false,
                     *         "role": "owner",
                     *         "created_at": "2026-03-01T02:00:00.000Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Workspace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    suspendWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "name": "Shop",
                     *         "description": "Online shop",
                     *         "entity_type": "individual",
                     *         "banking_mode": "open_banking",
                     *         "status": "active",
                     *         "language": "vi",
                     *         "notifications": {
                     *           "delivery_failed": true,
                     *           "delivery_recovered": true,
                     *           "webhook_disabled": true,
                     *           "quota_80": true,
                     *           "quota_100": true
                     *         },
                     *         "second_factor_required": false,
                     *         "role": "owner",
                     *         "created_at": "2026-03-01T02:00:00.000Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Workspace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    reactivateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "name": "Shop",
                     *         "description": "Online shop",
                     *         "entity_type": "individual",
                     *         "banking_mode": "open_banking",
                     *         "status": "active",
                     *         "language": "vi",
                     *         "notifications": {
                     *           "delivery_failed": true,
                     *           "delivery_recovered": true,
                     *           "webhook_disabled": true,
                     *           "quota_80": true,
                     *           "quota_100": true
                     *         },
                     *         "second_factor_required": false,
                     *         "role": "owner",
                     *         "created_at": "2026-03-01T02:00:00.000Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Workspace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    exportWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members, those who joined last first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "mem_01kkq9xa4v7h9g8f6d5s4a3p2n",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "user_id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *           "email": "linh@shop.example",
                     *           "name": "Nguyễn Thị Linh",
                     *           "role": "member",
                     *           "status": "active",
                     *           "created_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Member"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The member.
                 * @example usr_01kkq9x0c3e8f5g6h7j8k9m0n1
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person does not belong to the Workspace any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The member.
                 * @example usr_01kkq9x0c3e8f5g6h7j8k9m0n1
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleChange"];
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "mem_01kkq9xa4v7h9g8f6d5s4a3p2n",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "user_id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *         "email": "linh@shop.example",
                     *         "name": "Nguyễn Thị Linh",
                     *         "role": "member",
                     *         "status": "active",
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Member"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "inv_01kkq9xb6c7d8e9f0g1h2j3k4m",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "email": "linh@shop.example",
                     *           "role": "member",
                     *           "invited_by": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *           "status": "pending",
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "expires_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Invitation"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description The invitation; its mail is on its way. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "inv_01kkq9xb6c7d8e9f0g1h2j3k4m",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "email": "linh@shop.example",
                     *         "role": "member",
                     *         "invited_by": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *         "status": "pending",
                     *         "created_at": "2026-03-15T02:30:05.123Z",
                     *         "expires_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Invitation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The invitation.
                 * @example inv_01kkq9xb6c7d8e9f0g1h2j3k4m
                 */
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is cancelled. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acceptance"];
            };
        };
        responses: {
            /** @description The person belongs to the Workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "mem_01kkq9xa4v7h9g8f6d5s4a3p2n",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "user_id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *         "email": "linh@shop.example",
                     *         "name": "Nguyễn Thị Linh",
                     *         "role": "member",
                     *         "status": "active",
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Member"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /** @description Links with this status. */
                status?: "pending" | "succeeded" | "failed" | "expired" | "cancelled";
                /** @description Links whose callback has this status. */
                callback_status?: "none" | "pending" | "acknowledged" | "failed";
                /** @description The transfer's reference. Example: `PFSL7K2M9QX4`. */
                reference?: string;
                /** @description The id in the page's address, and in the redirect's `link_id`. Example: `q7Xw2LmN9pRt4KvB8sYc3Z`. */
                public_id?: string;
                /** @description Id of the bank account. Example: `ba_01kkqa1s2dff4r5h6j7k8m9n0p`. */
                bank_account_id?: string;
                /** @description Created at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Created before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description open: paid, but the merchant's system could not be reached. */
                attention?: "open";
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *           "public_id": "q7Xw2LmN9pRt4KvB8sYc3Z",
                     *           "url": "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "virtual_account_id": null,
                     *           "reference": "PFSL7K2M9QX4",
                     *           "status": "pending",
                     *           "amount": "150000",
                     *           "currency": "VND",
                     *           "received_amount": null,
                     *           "callback_status": "none",
                     *           "description": "Order 1842",
                     *           "callback_url": "https://shop.example/paid",
                     *           "redirect_url": "https://shop.example/thanks?order=1842",
                     *           "metadata": {
                     *             "order": "1842"
                     *           },
                     *           "transaction_id": null,
                     *           "failure_reason": null,
                     *           "created_at": "2026-03-15T02:25:00.000Z",
                     *           "expires_at": "2026-03-16T02:25:00.000Z",
                     *           "closed_at": null,
                     *           "created_by": {
                     *             "type": "api_token",
                     *             "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PaymentLink"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPaymentLink"];
            };
        };
        responses: {
            /** @description The link, with the `url` for the payer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *         "public_id": "q7Xw2LmN9pRt4KvB8sYc3Z",
                     *         "url": "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "virtual_account_id": null,
                     *         "reference": "PFSL7K2M9QX4",
                     *         "status": "pending",
                     *         "amount": "150000",
                     *         "currency": "VND",
                     *         "received_amount": null,
                     *         "callback_status": "none",
                     *         "description": "Order 1842",
                     *         "callback_url": "https://shop.example/paid",
                     *         "redirect_url": "https://shop.example/thanks?order=1842",
                     *         "metadata": {
                     *           "order": "1842"
                     *         },
                     *         "transaction_id": null,
                     *         "failure_reason": null,
                     *         "created_at": "2026-03-15T02:25:00.000Z",
                     *         "expires_at": "2026-03-16T02:25:00.000Z",
                     *         "closed_at": null,
                     *         "created_by": {
                     *           "type": "api_token",
                     *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *         }
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PaymentLink"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS-BANK_ACCOUNT_NOT_CONNECTED-WORKSPACE_SUSPENDED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The payment link.
                 * @example pl_01kkqc0a1bec394e5f6g7h8j9k
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *         "public_id": "q7Xw2LmN9pRt4KvB8sYc3Z",
                     *         "url": "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "virtual_account_id": null,
                     *         "reference": "PFSL7K2M9QX4",
                     *         "status": "pending",
                     *         "amount": "150000",
                     *         "currency": "VND",
                     *         "received_amount": null,
                     *         "callback_status": "none",
                     *         "description": "Order 1842",
                     *         "callback_url": "https://shop.example/paid",
                     *         "redirect_url": "https://shop.example/thanks?order=1842",
                     *         "metadata": {
                     *           "order": "1842"
                     *         },
                     *         "transaction_id": null,
                     *         "failure_reason": null,
                     *         "created_at": "2026-03-15T02:25:00.000Z",
                     *         "expires_at": "2026-03-16T02:25:00.000Z",
                     *         "closed_at": null,
                     *         "created_by": {
                     *           "type": "api_token",
                     *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *         }
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PaymentLink"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cancelPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The payment link.
                 * @example pl_01kkqc0a1bec394e5f6g7h8j9k
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *         "public_id": "q7Xw2LmN9pRt4KvB8sYc3Z",
                     *         "url": "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "virtual_account_id": null,
                     *         "reference": "PFSL7K2M9QX4",
                     *         "status": "pending",
                     *         "amount": "150000",
                     *         "currency": "VND",
                     *         "received_amount": null,
                     *         "callback_status": "none",
                     *         "description": "Order 1842",
                     *         "callback_url": "https://shop.example/paid",
                     *         "redirect_url": "https://shop.example/thanks?order=1842",
                     *         "metadata": {
                     *           "order": "1842"
                     *         },
                     *         "transaction_id": null,
                     *         "failure_reason": null,
                     *         "created_at": "2026-03-15T02:25:00.000Z",
                     *         "expires_at": "2026-03-16T02:25:00.000Z",
                     *         "closed_at": null,
                     *         "created_by": {
                     *           "type": "api_token",
                     *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *         }
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PaymentLink"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["PAYMENT_LINK_NOT_PENDING"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The payment link.
                 * @example pl_01kkqc0a1bec394e5f6g7h8j9k
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credits, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *           "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "classification": "matched",
                     *           "amount": "150000",
                     *           "content": "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien",
                     *           "transaction_date": "2026-03-15T02:30:05.123Z",
                     *           "recorded_at": "2026-03-15T02:30:06.010Z",
                     *           "created_at": "2026-03-15T02:30:06.010Z",
                     *           "note": null,
                     *           "settled": false
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Payment"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The payment link.
                 * @example pl_01kkqc0a1bec394e5f6g7h8j9k
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "evt_01kkqc6v6qem2s8k7p5r1t9w0x",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "status": "pending",
                     *         "body": null,
                     *         "timestamp": 1773541806,
                     *         "attempts": [
                     *           {
                     *             "number": 1,
                     *             "started_at": "2026-03-15T02:30:05.123Z",
                     *             "duration_ms": 184,
                     *             "url": "https://shop.example/paid",
                     *             "address": "203.0.113.7:443",
                     *             "hops": [],
                     *             "status_code": 503,
                     *             "error_class": "http_5xx",
                     *             "error": "The receiver answered 503.",
                     *             "response_headers": [
                     *               {
                     *                 "name": "content-type",
                     *                 "value": "text/plain"
                     *               }
                     *             ],
                     *             "response_body": "try later",
                     *             "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384"
                     *           }
                     *         ],
                     *         "rounds": [
                     *           {
                     *             "first_attempt": 11,
                     *             "repeats": 1,
                     *             "asked_at": "2026-03-15T09:00:00.000Z",
                     *             "asked_by": {
                     *               "type": "api_token",
                     *               "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *             },
                     *             "signed_anew": null,
                     *             "timestamp": 1773541806
                     *           }
                     *         ],
                     *         "next_attempt_at": "2026-03-15T02:30:16.500Z",
                     *         "curl": "curl --data-binary …",
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Callback"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resendCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The payment link.
                 * @example pl_01kkqc0a1bec394e5f6g7h8j9k
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The round that has begun. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "evt_01kkqc6v6qem2s8k7p5r1t9w0x",
                     *         "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *         "round": {
                     *           "first_attempt": 11,
                     *           "repeats": 1,
                     *           "asked_at": "2026-03-15T09:00:00.000Z",
                     *           "asked_by": {
                     *             "type": "api_token",
                     *             "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *           },
                     *           "signed_anew": null,
                     *           "timestamp": 1773541806
                     *         }
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ResentCallback"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resendCallbacks: {
        parameters: {
            query?: {
                /** @description Links with this status. */
                status?: "pending" | "succeeded" | "failed" | "expired" | "cancelled";
                /** @description Links whose callback has this status. */
                callback_status?: "none" | "pending" | "acknowledged" | "failed";
                /** @description The transfer's reference. Example: `PFSL7K2M9QX4`. */
                reference?: string;
                /** @description The id in the page's address, and in the redirect's `link_id`. Example: `q7Xw2LmN9pRt4KvB8sYc3Z`. */
                public_id?: string;
                /** @description Id of the bank account. Example: `ba_01kkqa1s2dff4r5h6j7k8m9n0p`. */
                bank_account_id?: string;
                /** @description Created at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Created before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description open: paid, but the merchant's system could not be reached. */
                attention?: "open";
                /** @description Only count; change nothing. */
                dry_run?: boolean;
                /** @description Without a filter: everything of the Workspace. */
                all?: boolean;
            };
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts; the queued callbacks are now due. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "matched": 12,
                     *         "queued": 10,
                     *         "skipped": 2,
                     *         "dry_run": false
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ResendCounts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["IDEMPOTENCY_IN_PROGRESS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Orders with this status. */
                status?: "pending" | "success" | "failed" | "cancelled";
                /** @description The order with this id, which is your own or ours. Example: `DH-1842`. */
                order_id?: string;
                /** @description The transfer's reference. Example: `PFOD7K2M9QX4`. */
                reference?: string;
                /** @description Id of the bank account. Example: `ba_01kkqa1s2dff4r5h6j7k8m9n0p`. */
                bank_account_id?: string;
                /** @description Created at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Created before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "ord_01kkqc2d4wf7g8h9j0k1m2n3p4",
                     *           "order_id": "DH-1842",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "reference": "PFOD7K2M9QX4",
                     *           "status": "pending",
                     *           "amount": "150000",
                     *           "currency": "VND",
                     *           "received_amount": null,
                     *           "customer_email": null,
                     *           "transaction_id": null,
                     *           "failure_reason": null,
                     *           "created_at": "2026-03-15T02:25:00.000Z",
                     *           "expires_at": "2026-03-16T02:25:00.000Z",
                     *           "closed_at": null,
                     *           "created_by": {
                     *             "type": "api_token",
                     *             "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *           },
                     *           "qr_payload": null,
                     *           "qr_svg": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Order"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description The order, with its QR code. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ord_01kkqc2d4wf7g8h9j0k1m2n3p4",
                     *         "order_id": "DH-1842",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "reference": "PFOD7K2M9QX4",
                     *         "status": "pending",
                     *         "amount": "150000",
                     *         "currency": "VND",
                     *         "received_amount": null,
                     *         "customer_email": null,
                     *         "transaction_id": null,
                     *         "failure_reason": null,
                     *         "created_at": "2026-03-15T02:25:00.000Z",
                     *         "expires_at": "2026-03-16T02:25:00.000Z",
                     *         "closed_at": null,
                     *         "created_by": {
                     *           "type": "api_token",
                     *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *         },
                     *         "qr_payload": null,
                     *         "qr_svg": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Order"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS-BANK_ACCOUNT_NOT_CONNECTED-WORKSPACE_SUSPENDED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The order, by your own id or ours.
                 * @example DH-1842
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ord_01kkqc2d4wf7g8h9j0k1m2n3p4",
                     *         "order_id": "DH-1842",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "reference": "PFOD7K2M9QX4",
                     *         "status": "pending",
                     *         "amount": "150000",
                     *         "currency": "VND",
                     *         "received_amount": null,
                     *         "customer_email": null,
                     *         "transaction_id": null,
                     *         "failure_reason": null,
                     *         "created_at": "2026-03-15T02:25:00.000Z",
                     *         "expires_at": "2026-03-16T02:25:00.000Z",
                     *         "closed_at": null,
                     *         "created_by": {
                     *           "type": "api_token",
                     *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *         },
                     *         "qr_payload": null,
                     *         "qr_svg": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Order"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The order, by your own id or ours.
                 * @example DH-1842
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ord_01kkqc2d4wf7g8h9j0k1m2n3p4",
                     *         "order_id": "DH-1842",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "reference": "PFOD7K2M9QX4",
                     *         "status": "pending",
                     *         "amount": "150000",
                     *         "currency": "VND",
                     *         "received_amount": null,
                     *         "customer_email": null,
                     *         "transaction_id": null,
                     *         "failure_reason": null,
                     *         "created_at": "2026-03-15T02:25:00.000Z",
                     *         "expires_at": "2026-03-16T02:25:00.000Z",
                     *         "closed_at": null,
                     *         "created_by": {
                     *           "type": "api_token",
                     *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *         },
                     *         "qr_payload": null,
                     *         "qr_svg": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Order"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listBanks: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The banks, by their codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "code": "MB",
                     *           "name": "MB Bank",
                     *           "bin": "970422",
                     *           "status": "Active",
                     *           "modes": [
                     *             "open_banking",
                     *             "national_switch"
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Bank"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listBankAccounts: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "bank": "MB",
                     *           "account_type": "main_with_virtual",
                     *           "account_number": "0123456789",
                     *           "holder_name": "NGUYEN VAN A",
                     *           "state": "connected",
                     *           "connected_at": null,
                     *           "last_heard_at": null,
                     *           "connection": null,
                     *           "created_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccount"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    connectBankAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBankAccount"];
            };
        };
        responses: {
            /** @description The account, which is pending. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank": "MB",
                     *         "account_type": "main_with_virtual",
                     *         "account_number": "0123456789",
                     *         "holder_name": "NGUYEN VAN A",
                     *         "state": "connected",
                     *         "connected_at": null,
                     *         "last_heard_at": null,
                     *         "connection": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccount"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS-BANK_ACCOUNT_TAKEN-BANK_NOT_ACCEPTING_CONNECTIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            502: components["responses"]["BANK_UNREACHABLE"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank": "MB",
                     *         "account_type": "main_with_virtual",
                     *         "account_number": "0123456789",
                     *         "holder_name": "NGUYEN VAN A",
                     *         "state": "connected",
                     *         "connected_at": null,
                     *         "last_heard_at": null,
                     *         "connection": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccount"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removeBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    disconnectBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank": "MB",
                     *         "account_type": "main_with_virtual",
                     *         "account_number": "0123456789",
                     *         "holder_name": "NGUYEN VAN A",
                     *         "state": "connected",
                     *         "connected_at": null,
                     *         "last_heard_at": null,
                     *         "connection": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccount"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    reconnectBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccountReconnection"];
            };
        };
        responses: {
            /** @description The account, with its connection in progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank": "MB",
                     *         "account_type": "main_with_virtual",
                     *         "account_number": "0123456789",
                     *         "holder_name": "NGUYEN VAN A",
                     *         "state": "connected",
                     *         "connected_at": null,
                     *         "last_heard_at": null,
                     *         "connection": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccount"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT-BANK_ACCOUNT_TAKEN-BANK_NOT_ACCEPTING_CONNECTIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            502: components["responses"]["BANK_UNREACHABLE"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    giveOneTimeCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OneTimeCode"];
            };
        };
        responses: {
            /** @description The account, which is connected. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank": "MB",
                     *         "account_type": "main_with_virtual",
                     *         "account_number": "0123456789",
                     *         "holder_name": "NGUYEN VAN A",
                     *         "state": "connected",
                     *         "connected_at": null,
                     *         "last_heard_at": null,
                     *         "connection": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccount"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT-BANK_ACCOUNT_TAKEN"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-OTP_INVALID"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            502: components["responses"]["BANK_UNREACHABLE"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resendOneTimeCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account, with its connection in progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "bank": "MB",
                     *         "account_type": "main_with_virtual",
                     *         "account_number": "0123456789",
                     *         "holder_name": "NGUYEN VAN A",
                     *         "state": "connected",
                     *         "connected_at": null,
                     *         "last_heard_at": null,
                     *         "connection": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccount"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            502: components["responses"]["BANK_UNREACHABLE"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listVirtualAccounts: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The virtual accounts, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "va_01kkqa2b3nem5v6j7h8g9f0d1s",
                     *           "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "account_number": "VQRQABCDE0001",
                     *           "name": "Till 1",
                     *           "status": "active"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["VirtualAccount"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    issueVirtualAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVirtualAccount"];
            };
        };
        responses: {
            /** @description The virtual account. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "va_01kkqa2b3nem5v6j7h8g9f0d1s",
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "account_number": "VQRQABCDE0001",
                     *         "name": "Till 1",
                     *         "status": "active"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["VirtualAccount"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS-BANK_ACCOUNT_NOT_CONNECTED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            502: components["responses"]["BANK_UNREACHABLE"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    closeVirtualAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
                /**
                 * @description The virtual account.
                 * @example va_01kkqa2b3nem5v6j7h8g9f0d1s
                 */
                virtual_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is closed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    importStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStatementImport"];
            };
        };
        responses: {
            /** @description What became of the entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "entries": 1,
                     *         "recorded": 1,
                     *         "duplicate": 1,
                     *         "held": 1,
                     *         "ignored": 1,
                     *         "unusable": 1,
                     *         "unusable_entries": [
                     *           {
                     *             "entry": 1,
                     *             "reason": "line 12, column Date must be as dd/MM/yyyy HH:mm:ss"
                     *           }
                     *         ],
                     *         "transaction_ids": [],
                     *         "opening_balance": null,
                     *         "closing_balance": null,
                     *         "unexplained_amount": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["StatementImport"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["BANK_ACCOUNT_NOT_CONNECTED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getBankAccountHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The bank account.
                 * @example ba_01kkqa1s2dff4r5h6j7k8m9n0p
                 */
                bank_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it is heard. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "last_heard_at": null,
                     *         "last_entry_at": null,
                     *         "lag_median_ms": null,
                     *         "lag_worst_ms": null,
                     *         "fetched_at": null,
                     *         "fetch_fault": null,
                     *         "imported_at": null,
                     *         "stated_to": null,
                     *         "held": 1,
                     *         "conflicts": 1,
                     *         "balance": "1500000",
                     *         "gaps": [
                     *           {
                     *             "amount": "150000",
                     *             "after_transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *             "before_transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *             "from": "2026-03-15T02:30:05.123Z",
                     *             "to": "2026-03-15T02:30:05.123Z"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BankAccountHealth"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAllTransactions: {
        parameters: {
            query?: {
                /** @description Only those of this Workspace. Example: `ws_01kkq9z8y7f6w9v4t3s2r1q0p9`. */
                workspace_id?: string;
                /** @description Booked by the bank at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Booked before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description Id of the bank account. Example: `ba_01kkqa1s2dff4r5h6j7k8m9n0p`. */
                account_id?: string;
                /** @description Money that came in, or went out. */
                transfer_type?: "credit" | "debit";
                /** @description At least this much, in VND. Example: `150000`. */
                min_amount?: string;
                /** @description At most this much, in VND. Example: `150000`. */
                max_amount?: string;
                /** @description How it relates to the link that its text names (none: it names no link). */
                classification?: "matched" | "overpaid" | "underpaid" | "duplicate" | "late" | "below_minimum" | "none";
                /** @description open: money that a person should look at. */
                attention?: "open";
                /** @description Part of the transfer text, upper or lower case. Example: `nguyen van a`. */
                q?: string;
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "amount": "150000",
                     *           "transfer_type": "credit",
                     *           "content": "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien",
                     *           "transaction_date": "2026-03-15T02:30:05.123Z",
                     *           "bank_account_number": "0123456789",
                     *           "bank": "MB",
                     *           "recorded_at": "2026-03-15T02:30:06.010Z",
                     *           "bank_reference": "FT26074000123",
                     *           "virtual_account_id": null,
                     *           "classification": "matched",
                     *           "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *           "order_id": null,
                     *           "attention": null,
                     *           "likely_payment_link_id": null,
                     *           "note": null,
                     *           "settled": false,
                     *           "created_at": "2026-03-15T02:30:06.010Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Transaction"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Booked by the bank at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Booked before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description Id of the bank account. Example: `ba_01kkqa1s2dff4r5h6j7k8m9n0p`. */
                account_id?: string;
                /** @description Money that came in, or went out. */
                transfer_type?: "credit" | "debit";
                /** @description At least this much, in VND. Example: `150000`. */
                min_amount?: string;
                /** @description At most this much, in VND. Example: `150000`. */
                max_amount?: string;
                /** @description How it relates to the link that its text names (none: it names no link). */
                classification?: "matched" | "overpaid" | "underpaid" | "duplicate" | "late" | "below_minimum" | "none";
                /** @description open: money that a person should look at. */
                attention?: "open";
                /** @description Part of the transfer text, upper or lower case. Example: `nguyen van a`. */
                q?: string;
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "amount": "150000",
                     *           "transfer_type": "credit",
                     *           "content": "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien",
                     *           "transaction_date": "2026-03-15T02:30:05.123Z",
                     *           "bank_account_number": "0123456789",
                     *           "bank": "MB",
                     *           "recorded_at": "2026-03-15T02:30:06.010Z",
                     *           "bank_reference": "FT26074000123",
                     *           "virtual_account_id": null,
                     *           "classification": "matched",
                     *           "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *           "order_id": null,
                     *           "attention": null,
                     *           "likely_payment_link_id": null,
                     *           "note": null,
                     *           "settled": false,
                     *           "created_at": "2026-03-15T02:30:06.010Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Transaction"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The transaction.
                 * @example txn_01kkqc6tq0e9s8v7w6x5y4z3a2
                 */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *         "account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "amount": "150000",
                     *         "transfer_type": "credit",
                     *         "content": "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien",
                     *         "transaction_date": "2026-03-15T02:30:05.123Z",
                     *         "bank_account_number": "0123456789",
                     *         "bank": "MB",
                     *         "recorded_at": "2026-03-15T02:30:06.010Z",
                     *         "bank_reference": "FT26074000123",
                     *         "virtual_account_id": null,
                     *         "classification": "matched",
                     *         "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *         "order_id": null,
                     *         "attention": null,
                     *         "likely_payment_link_id": null,
                     *         "note": null,
                     *         "settled": false,
                     *         "created_at": "2026-03-15T02:30:06.010Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Transaction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    annotateTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The transaction.
                 * @example txn_01kkqc6tq0e9s8v7w6x5y4z3a2
                 */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionNote"];
            };
        };
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *         "account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *         "amount": "150000",
                     *         "transfer_type": "credit",
                     *         "content": "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien",
                     *         "transaction_date": "2026-03-15T02:30:05.123Z",
                     *         "bank_account_number": "0123456789",
                     *         "bank": "MB",
                     *         "recorded_at": "2026-03-15T02:30:06.010Z",
                     *         "bank_reference": "FT26074000123",
                     *         "virtual_account_id": null,
                     *         "classification": "matched",
                     *         "payment_link_id": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *         "order_id": null,
                     *         "attention": null,
                     *         "likely_payment_link_id": null,
                     *         "note": null,
                     *         "settled": false,
                     *         "created_at": "2026-03-15T02:30:06.010Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Transaction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAllDailyReports: {
        parameters: {
            query?: {
                /** @description The day in Vietnam; without it, today. Example: `2026-03-15`. */
                day?: string;
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "day": "2026-03-15",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "bank": "MB",
                     *           "account_number": "0123456789",
                     *           "credits": 1,
                     *           "credit_amount": "150000",
                     *           "debits": 1,
                     *           "debit_amount": "150000",
                     *           "links_completed": 1,
                     *           "links_amount": "150000",
                     *           "orders_completed": 1,
                     *           "orders_amount": "150000",
                     *           "other_credits": 1,
                     *           "other_amount": "150000",
                     *           "attention": 1,
                     *           "callbacks_acknowledged": 1,
                     *           "callbacks_pending": 1,
                     *           "callbacks_failed": 1
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AccountDay"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDailyReport: {
        parameters: {
            query?: {
                /** @description The day in Vietnam; without it, today. Example: `2026-03-15`. */
                day?: string;
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "day": "2026-03-15",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "bank": "MB",
                     *           "account_number": "0123456789",
                     *           "credits": 1,
                     *           "credit_amount": "150000",
                     *           "debits": 1,
                     *           "debit_amount": "150000",
                     *           "links_completed": 1,
                     *           "links_amount": "150000",
                     *           "orders_completed": 1,
                     *           "orders_amount": "150000",
                     *           "other_credits": 1,
                     *           "other_amount": "150000",
                     *           "attention": 1,
                     *           "callbacks_acknowledged": 1,
                     *           "callbacks_pending": 1,
                     *           "callbacks_failed": 1
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AccountDay"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDailyReport: {
        parameters: {
            query?: {
                /** @description The rows as JSON, or a page to print as HTML. Without it, browsers get the page: `Accept: text/html` asks for it as well. */
                format?: "json" | "html";
                /** @description Of the page. */
                lang?: "vi" | "en";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The day in Vietnam, such as 2026-03-15.
                 * @example 2026-03-15
                 */
                day: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "day": "2026-03-15",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "bank_account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *           "bank": "MB",
                     *           "account_number": "0123456789",
                     *           "credits": 1,
                     *           "credit_amount": "150000",
                     *           "debits": 1,
                     *           "debit_amount": "150000",
                     *           "links_completed": 1,
                     *           "links_amount": "150000",
                     *           "orders_completed": 1,
                     *           "orders_amount": "150000",
                     *           "other_credits": 1,
                     *           "other_amount": "150000",
                     *           "attention": 1,
                     *           "callbacks_acknowledged": 1,
                     *           "callbacks_pending": 1,
                     *           "callbacks_failed": 1
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AccountDay"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    reportEntries: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The Unix time of signing in seconds, at most 5 minutes off.
                 * @example 1773541806
                 */
                "X-Service-Timestamp": number;
            };
            path: {
                /**
                 * @description The bank's code, or `NAPAS` for the switch.
                 * @example MB
                 */
                bank: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankEntry"] | components["schemas"]["BankEntries"] | components["schemas"]["ConnectionNotice"];
            };
        };
        responses: {
            /** @description Everything is on disk: one result for each entry, in the same order; none for a notice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "bank_reference": "FT26074000123",
                     *           "result": "recorded",
                     *           "transaction_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "reason": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EntryResult"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account, made by an invitation. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *         "email": "linh@shop.example",
                     *         "name": "Nguyễn Thị Linh",
                     *         "locale": "vi",
                     *         "plan": "Free",
                     *         "second_factor": false,
                     *         "csrf_token": "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2",
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description A mail is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "email": "linh@shop.example"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Mailed"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailedToken"];
            };
        };
        responses: {
            /** @description The account; sign in with it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *         "email": "linh@shop.example",
                     *         "name": "Nguyễn Thị Linh",
                     *         "locale": "vi",
                     *         "plan": "Free",
                     *         "second_factor": false,
                     *         "csrf_token": "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2",
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            403: components["responses"]["CSRF_ERROR"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    beginRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Recovery"];
            };
        };
        responses: {
            /** @description A mail is on its way, if the address has an account. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "email": "linh@shop.example"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Mailed"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            403: components["responses"]["CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recoverAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description The password is set; sign in with it. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            403: components["responses"]["CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "ses_01kkqd5p2rf9g8h7j6k5m4n3p2",
                     *           "current": false,
                     *           "address": "198.51.100.7",
                     *           "agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "last_seen_at": "2026-03-15T02:30:05.123Z",
                     *           "expires_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"] | components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description The session has begun. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "session": {
                     *           "id": "ses_01kkqd5p2rf9g8h7j6k5m4n3p2",
                     *           "current": false,
                     *           "address": "198.51.100.7",
                     *           "agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "last_seen_at": "2026-03-15T02:30:05.123Z",
                     *           "expires_at": "2026-03-15T02:30:05.123Z"
                     *         },
                     *         "user": {
                     *           "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *           "email": "linh@shop.example",
                     *           "name": "Nguyễn Thị Linh",
                     *           "locale": "vi",
                     *           "plan": "Free",
                     *           "second_factor": false,
                     *           "csrf_token": "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2",
                     *           "created_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OpenedSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The session.
                 * @example ses_01kkqd5p2rf9g8h7j6k5m4n3p2
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account, with the session's `csrf_token`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *         "email": "linh@shop.example",
                     *         "name": "Nguyễn Thị Linh",
                     *         "locale": "vi",
                     *         "plan": "Free",
                     *         "second_factor": false,
                     *         "csrf_token": "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2",
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1",
                     *         "email": "linh@shop.example",
                     *         "name": "Nguyễn Thị Linh",
                     *         "locale": "vi",
                     *         "plan": "Free",
                     *         "second_factor": false,
                     *         "csrf_token": "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2",
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description It has changed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans, the highest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "name": "P1",
                     *           "price": "199000",
                     *           "quota": 500,
                     *           "workspaces": 2,
                     *           "overage_price": "400"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Plan"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAccountPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan, and the one that waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "plan": "P1",
                     *         "next_plan": null,
                     *         "next_plan_at": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AccountPlan"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeAccountPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanChoice"];
            };
        };
        responses: {
            /** @description The plan, and the one that waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "plan": "P1",
                     *         "next_plan": null,
                     *         "next_plan_at": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AccountPlan"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["PLAN_WORKSPACE_LIMIT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is used. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "month": "2026-03",
                     *         "plan": "P1",
                     *         "quota": 500,
                     *         "transactions": 512,
                     *         "overage_transactions": 12,
                     *         "overage_amount": "4800",
                     *         "forecast": 1058
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Usage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listStatements: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statements, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "stm_01kjjsw2003e8f5g6h7j8k9m0n",
                     *           "month": "2026-03",
                     *           "plan": "P1",
                     *           "price": "199000",
                     *           "quota": 500,
                     *           "transactions": 512,
                     *           "overage_transactions": 12,
                     *           "overage_amount": "4800",
                     *           "forecast": 1058,
                     *           "total": "203800",
                     *           "status": "open",
                     *           "created_at": "2026-02-28T17:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Statement"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /** @description The record as JSON, or a page to print as HTML. Without it, browsers get the page: `Accept: text/html` asks for it as well. */
                format?: "json" | "html";
                /** @description Of the page; without it, the account's. */
                lang?: "vi" | "en";
            };
            header?: never;
            path: {
                /**
                 * @description The month in Vietnam, such as 2026-03.
                 * @example 2026-03
                 */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "stm_01kjjsw2003e8f5g6h7j8k9m0n",
                     *         "month": "2026-03",
                     *         "plan": "P1",
                     *         "price": "199000",
                     *         "quota": 500,
                     *         "transactions": 512,
                     *         "overage_transactions": 12,
                     *         "overage_amount": "4800",
                     *         "forecast": 1058,
                     *         "total": "203800",
                     *         "status": "open",
                     *         "created_at": "2026-02-28T17:00:00.000Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Statement"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser asks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "public_key": {
                     *           "challenge": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
                     *           "timeout": 300000,
                     *           "rpId": "pay.example.com",
                     *           "allowCredentials": [
                     *             {
                     *               "type": "public-key",
                     *               "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
                     *             }
                     *           ],
                     *           "userVerification": "required"
                     *         },
                     *         "expires_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PasskeyRequestOptions"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            403: components["responses"]["CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Confirmation"];
            };
        };
        responses: {
            /** @description They are open. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    beginPasskeyConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser asks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "public_key": {
                     *           "challenge": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
                     *           "timeout": 300000,
                     *           "rpId": "pay.example.com",
                     *           "allowCredentials": [
                     *             {
                     *               "type": "public-key",
                     *               "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
                     *             }
                     *           ],
                     *           "userVerification": "required"
                     *         },
                     *         "expires_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PasskeyRequestOptions"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is in force. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "totp": false,
                     *         "passkeys": 1,
                     *         "recovery_codes": 1
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SecondFactor"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                     *         "url": "otpauth://totp/Service:linh%40shop.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Service&algorithm=SHA1&digits=6&period=30",
                     *         "qr_svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
                     *         "expires_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["NewAuthenticator"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    endSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is off. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FirstCode"];
            };
        };
        responses: {
            /** @description The recovery codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "recovery_codes": [
                     *           "0h3k-7mq2-x9vd-4tbn-6wcz-8r5y"
                     *         ]
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ten recovery codes, shown once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "recovery_codes": [
                     *           "0h3k-7mq2-x9vd-4tbn-6wcz-8r5y"
                     *         ]
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser is to make. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "public_key": {
                     *           "rp": {
                     *             "id": "pay.example.com",
                     *             "name": "Service"
                     *           },
                     *           "user": {
                     *             "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
                     *             "name": "linh@shop.example",
                     *             "displayName": "Nguyễn Thị Linh"
                     *           },
                     *           "challenge": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3",
                     *           "pubKeyCredParams": [
                     *             {
                     *               "type": "public-key",
                     *               "alg": -7
                     *             }
                     *           ],
                     *           "timeout": 300000,
                     *           "excludeCredentials": [
                     *             {
                     *               "type": "public-key",
                     *               "id": "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"
                     *             }
                     *           ],
                     *           "authenticatorSelection": {
                     *             "residentKey": "required",
                     *             "requireResidentKey": true,
                     *             "userVerification": "required"
                     *           },
                     *           "attestation": "none"
                     *         },
                     *         "expires_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PasskeyCreationOptions"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "pky_01kkqd7s4th0j9k8m7n6p5q4r3",
                     *           "name": "Linh's phone",
                     *           "synced": false,
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "last_used_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Passkey"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description The passkey. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "passkey": {
                     *           "id": "pky_01kkqd7s4th0j9k8m7n6p5q4r3",
                     *           "name": "Linh's phone",
                     *           "synced": false,
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "last_used_at": "2026-03-15T02:30:05.123Z"
                     *         },
                     *         "recovery_codes": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AddedPasskey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The passkey.
                 * @example pky_01kkqd7s4th0j9k8m7n6p5q4r3
                 */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listApiTokens: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, newest first; revoked and expired ones too. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9",
                     *           "name": "Shop server",
                     *           "last4": "c3Zq",
                     *           "status": "active",
                     *           "token": "plat_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *           "workspaces": [
                     *             {
                     *               "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *               "permissions": [
                     *                 "payment_links:read",
                     *                 "payment_links:write"
                     *               ]
                     *             }
                     *           ],
                     *           "networks": [
                     *             "203.0.113.0/24"
                     *           ],
                     *           "unused_permissions": [],
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "expires_at": "2026-12-31T17:00:00.000Z",
                     *           "last_used_at": "2026-03-15T02:30:00.000Z",
                     *           "last_used_address": "203.0.113.7"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiToken"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createApiToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiToken"];
            };
        };
        responses: {
            /** @description The token, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9",
                     *         "name": "Shop server",
                     *         "last4": "c3Zq",
                     *         "status": "active",
                     *         "token": "plat_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "workspaces": [
                     *           {
                     *             "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *             "permissions": [
                     *               "payment_links:read",
                     *               "payment_links:write"
                     *             ]
                     *           }
                     *         ],
                     *         "networks": [
                     *           "203.0.113.0/24"
                     *         ],
                     *         "unused_permissions": [],
                     *         "created_at": "2026-03-15T02:30:05.123Z",
                     *         "expires_at": "2026-12-31T17:00:00.000Z",
                     *         "last_used_at": "2026-03-15T02:30:00.000Z",
                     *         "last_used_address": "203.0.113.7"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API token.
                 * @example tok_01kkq9a8b7e6d9e4f3g2h1j0k9
                 */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API token.
                 * @example tok_01kkq9a8b7e6d9e4f3g2h1j0k9
                 */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiTokenChange"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9",
                     *         "name": "Shop server",
                     *         "last4": "c3Zq",
                     *         "status": "active",
                     *         "token": "plat_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "workspaces": [
                     *           {
                     *             "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *             "permissions": [
                     *               "payment_links:read",
                     *               "payment_links:write"
                     *             ]
                     *           }
                     *         ],
                     *         "networks": [
                     *           "203.0.113.0/24"
                     *         ],
                     *         "unused_permissions": [],
                     *         "created_at": "2026-03-15T02:30:05.123Z",
                     *         "expires_at": "2026-12-31T17:00:00.000Z",
                     *         "last_used_at": "2026-03-15T02:30:00.000Z",
                     *         "last_used_address": "203.0.113.7"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rotateApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API token.
                 * @example tok_01kkq9a8b7e6d9e4f3g2h1j0k9
                 */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9",
                     *         "name": "Shop server",
                     *         "last4": "c3Zq",
                     *         "status": "active",
                     *         "token": "plat_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "workspaces": [
                     *           {
                     *             "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *             "permissions": [
                     *               "payment_links:read",
                     *               "payment_links:write"
                     *             ]
                     *           }
                     *         ],
                     *         "networks": [
                     *           "203.0.113.0/24"
                     *         ],
                     *         "unused_permissions": [],
                     *         "created_at": "2026-03-15T02:30:05.123Z",
                     *         "expires_at": "2026-12-31T17:00:00.000Z",
                     *         "last_used_at": "2026-03-15T02:30:00.000Z",
                     *         "last_used_address": "203.0.113.7"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current key, and the one before it while callbacks with its signature may come. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "current": {
                     *           "id": "key_01kkqd7r8t9v0w1x2y3z4a5b6c",
                     *           "key": "plsk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "valid_until": "2026-03-16T02:30:00.000Z"
                     *         },
                     *         "previous": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SigningKeys"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-REAUTHENTICATION_REQUIRED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rotateSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new key, and the previous one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "current": {
                     *           "id": "key_01kkqd7r8t9v0w1x2y3z4a5b6c",
                     *           "key": "plsk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *           "created_at": "2026-03-15T02:30:05.123Z",
                     *           "valid_until": "2026-03-16T02:30:00.000Z"
                     *         },
                     *         "previous": null
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SigningKeys"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "type": "http",
                     *           "name": "Order system",
                     *           "url": "https://shop.example/hook",
                     *           "chat_id": null,
                     *           "events": [
                     *             "transaction.credit"
                     *           ],
                     *           "filter": null,
                     *           "headers": {
                     *             "X-Shop": "hanoi"
                     *           },
                     *           "enabled": true,
                     *           "disabled_reason": null,
                     *           "api_key": "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *           "secret": "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *           "rotates_at": null,
                     *           "last_delivery": null,
                     *           "check": null,
                     *           "created_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook, with its key and its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "type": "http",
                     *         "name": "Order system",
                     *         "url": "https://shop.example/hook",
                     *         "chat_id": null,
                     *         "events": [
                     *           "transaction.credit"
                     *         ],
                     *         "filter": null,
                     *         "headers": {
                     *           "X-Shop": "hanoi"
                     *         },
                     *         "enabled": true,
                     *         "disabled_reason": null,
                     *         "api_key": "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "secret": "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "rotates_at": null,
                     *         "last_delivery": null,
                     *         "check": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The webhook.
                 * @example wh_01kkqe1a2bec3d4e5f6g7h8j9k
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "type": "http",
                     *         "name": "Order system",
                     *         "url": "https://shop.example/hook",
                     *         "chat_id": null,
                     *         "events": [
                     *           "transaction.credit"
                     *         ],
                     *         "filter": null,
                     *         "headers": {
                     *           "X-Shop": "hanoi"
                     *         },
                     *         "enabled": true,
                     *         "disabled_reason": null,
                     *         "api_key": "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "secret": "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "rotates_at": null,
                     *         "last_delivery": null,
                     *         "check": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The webhook.
                 * @example wh_01kkqe1a2bec3d4e5f6g7h8j9k
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The webhook.
                 * @example wh_01kkqe1a2bec3d4e5f6g7h8j9k
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "type": "http",
                     *         "name": "Order system",
                     *         "url": "https://shop.example/hook",
                     *         "chat_id": null,
                     *         "events": [
                     *           "transaction.credit"
                     *         ],
                     *         "filter": null,
                     *         "headers": {
                     *           "X-Shop": "hanoi"
                     *         },
                     *         "enabled": true,
                     *         "disabled_reason": null,
                     *         "api_key": "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "secret": "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "rotates_at": null,
                     *         "last_delivery": null,
                     *         "check": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The webhook.
                 * @example wh_01kkqe1a2bec3d4e5f6g7h8j9k
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, with its new key and secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "type": "http",
                     *         "name": "Order system",
                     *         "url": "https://shop.example/hook",
                     *         "chat_id": null,
                     *         "events": [
                     *           "transaction.credit"
                     *         ],
                     *         "filter": null,
                     *         "headers": {
                     *           "X-Shop": "hanoi"
                     *         },
                     *         "enabled": true,
                     *         "disabled_reason": null,
                     *         "api_key": "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "secret": "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "rotates_at": null,
                     *         "last_delivery": null,
                     *         "check": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR-REAUTHENTICATION_REQUIRED"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    activateWebhookKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The webhook.
                 * @example wh_01kkqe1a2bec3d4e5f6g7h8j9k
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "type": "http",
                     *         "name": "Order system",
                     *         "url": "https://shop.example/hook",
                     *         "chat_id": null,
                     *         "events": [
                     *           "transaction.credit"
                     *         ],
                     *         "filter": null,
                     *         "headers": {
                     *           "X-Shop": "hanoi"
                     *         },
                     *         "enabled": true,
                     *         "disabled_reason": null,
                     *         "api_key": "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "secret": "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z",
                     *         "rotates_at": null,
                     *         "last_delivery": null,
                     *         "check": null,
                     *         "created_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The webhook.
                 * @example wh_01kkqe1a2bec3d4e5f6g7h8j9k
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "delivery_id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["StartedDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Id of the webhook. Example: `wh_01kkqe1a2bec3d4e5f6g7h8j9k`. */
                webhook_id?: string;
                /** @description Deliveries of this event. */
                event?: "transaction.credit" | "transaction.debit" | "order.success" | "order.failed";
                /** @description Deliveries with this status. */
                status?: "pending" | "acknowledged" | "failed" | "skipped";
                /** @description Id of the transaction or order that they tell of. Example: `txn_01kkqc6tq0e9s8v7w6x5y4z3a2`. */
                subject_id?: string;
                /** @description Deliveries whose last attempt failed in this way. */
                error_class?: "dns" | "connect" | "tls" | "timeout" | "blocked_destination" | "redirect_rejected" | "http_4xx" | "http_5xx" | "reset";
                /** @description Recorded at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Recorded before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "webhook_id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *           "event": "transaction.credit",
                     *           "subject_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "status": "acknowledged",
                     *           "body": null,
                     *           "attempts": [
                     *             {
                     *               "number": 1,
                     *               "started_at": "2026-03-15T02:30:05.123Z",
                     *               "duration_ms": 184,
                     *               "url": "https://shop.example/paid",
                     *               "address": "203.0.113.7:443",
                     *               "hops": [],
                     *               "status_code": 503,
                     *               "error_class": "http_5xx",
                     *               "error": "The receiver answered 503.",
                     *               "response_headers": [
                     *                 {
                     *                   "name": "content-type",
                     *                   "value": "text/plain"
                     *                 }
                     *               ],
                     *               "response_body": "try later",
                     *               "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384"
                     *             }
                     *           ],
                     *           "next_attempt_at": null,
                     *           "resend_of": null,
                     *           "url": "https://shop.example/hook",
                     *           "created_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Delivery"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The delivery.
                 * @example dlv_01kkqe3c4dff5g6h7j8k9m0n1p
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p",
                     *         "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *         "webhook_id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *         "event": "transaction.credit",
                     *         "subject_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *         "status": "acknowledged",
                     *         "body": null,
                     *         "attempts": [
                     *           {
                     *             "number": 1,
                     *             "started_at": "2026-03-15T02:30:05.123Z",
                     *             "duration_ms": 184,
                     *             "url": "https://shop.example/paid",
                     *             "address": "203.0.113.7:443",
                     *             "hops": [],
                     *             "status_code": 503,
                     *             "error_class": "http_5xx",
                     *             "error": "The receiver answered 503.",
                     *             "response_headers": [
                     *               {
                     *                 "name": "content-type",
                     *                 "value": "text/plain"
                     *               }
                     *             ],
                     *             "response_body": "try later",
                     *             "tls": "TLSv1.3 TLS_AES_256_GCM_SHA384"
                     *           }
                     *         ],
                     *         "next_attempt_at": null,
                     *         "resend_of": null,
                     *         "url": "https://shop.example/hook",
                     *         "created_at": "2026-03-15T02:30:05.123Z",
                     *         "rounds": [
                     *           {
                     *             "first_attempt": 11,
                     *             "repeats": 1,
                     *             "asked_at": "2026-03-15T09:00:00.000Z",
                     *             "asked_by": {
                     *               "type": "api_token",
                     *               "id": "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"
                     *             },
                     *             "signed_anew": null,
                     *             "timestamp": 1773541806
                     *           }
                     *         ],
                     *         "curl": "body='{…}'; timestamp=$(date +%s); …"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DeliveryDetails"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
                /**
                 * @description The delivery.
                 * @example dlv_01kkqe3c4dff5g6h7j8k9m0n1p
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendGoal"];
            };
        };
        responses: {
            /** @description The delivery, which is due now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "dlv_01kkqe3c4dff5g6h7j8k9m0n1p",
                     *         "webhook_id": "wh_01kkqe1a2bec3d4e5f6g7h8j9k",
                     *         "resend_of": null,
                     *         "first_attempt": 11,
                     *         "asked_at": "2026-03-15T02:30:05.123Z"
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ResentDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resendDeliveries: {
        parameters: {
            query?: {
                /** @description Id of the webhook. Example: `wh_01kkqe1a2bec3d4e5f6g7h8j9k`. */
                webhook_id?: string;
                /** @description Deliveries of this event. */
                event?: "transaction.credit" | "transaction.debit" | "order.success" | "order.failed";
                /** @description Deliveries with this status. */
                status?: "pending" | "acknowledged" | "failed" | "skipped";
                /** @description Id of the transaction or order that they tell of. Example: `txn_01kkqc6tq0e9s8v7w6x5y4z3a2`. */
                subject_id?: string;
                /** @description Deliveries whose last attempt failed in this way. */
                error_class?: "dns" | "connect" | "tls" | "timeout" | "blocked_destination" | "redirect_rejected" | "http_4xx" | "http_5xx" | "reset";
                /** @description Recorded at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Recorded before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description Only count; change nothing. */
                dry_run?: boolean;
                /** @description Without a filter: everything of the Workspace. */
                all?: boolean;
            };
            header?: {
                /** @description 1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key takes effect once and gets the first answer. Example: `order-1842`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendGoal"];
            };
        };
        responses: {
            /** @description The counts; the queued deliveries are now due. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "matched": 12,
                     *         "queued": 10,
                     *         "skipped": 2,
                     *         "dry_run": false
                     *       },
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ResendCounts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS-CSRF_ERROR"];
            409: components["responses"]["CONFLICT-IDEMPOTENCY_IN_PROGRESS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["VALIDATION_ERROR-IDEMPOTENCY_KEY_REUSED"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The position of the last event that you have; without it, from the first one. */
                after?: string;
                /** @description How many events an answer has at most. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "position": 1842,
                     *           "event": "transaction.credit",
                     *           "subject_id": "txn_01kkqc6tq0e9s8v7w6x5y4z3a2",
                     *           "payload": {
                     *             "account_id": "ba_01kkqa1s2dff4r5h6j7k8m9n0p",
                     *             "amount": 150000,
                     *             "bank": "MB"
                     *           },
                     *           "recorded_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FeedEvent"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Done at or after this time. Example: `2026-03-15T02:30:05Z`. */
                from?: string;
                /** @description Done before this time. Example: `2026-03-15T02:30:05Z`. */
                to?: string;
                /** @description Id of the person or token who did it. Example: `usr_01kkq9x0c3e8f5g6h7j8k9m0n1`. */
                actor?: string;
                /** @description What was done. Example: `api_token.created`. */
                action?: string;
                /** @description Id of what it was done to. Example: `pl_01kkqc0a1bec394e5f6g7h8j9k`. */
                target?: string;
                /** @description How many rows a page has at most. */
                limit?: number;
                /** @description The newest or the oldest first. */
                order?: "desc" | "asc";
                /** @description `meta.next_cursor` of the page before, of this list with these filters. Example: `QbJ2o8mH3vK1`. */
                cursor?: string;
                /** @description A page as JSON; or as CSV all rows that match, without limit and cursor. `Accept: text/csv` asks for CSV as well. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The Workspace.
                 * @example ws_01kkq9z8y7f6w9v4t3s2r1q0p9
                 */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "aud_01kkqd9s4t5v6w7x8y9z0a1b2c",
                     *           "workspace_id": "ws_01kkq9z8y7f6w9v4t3s2r1q0p9",
                     *           "number": 17,
                     *           "actor": {
                     *             "type": "user",
                     *             "id": "usr_01kkq9x0c3e8f5g6h7j8k9m0n1"
                     *           },
                     *           "action": "payment_link.cancelled",
                     *           "target": "pl_01kkqc0a1bec394e5f6g7h8j9k",
                     *           "before": null,
                     *           "after": null,
                     *           "address": "203.0.113.7",
                     *           "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "created_at": "2026-03-15T02:30:05.123Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "timestamp": "2026-03-15T02:30:05.123Z",
                     *         "has_more": true,
                     *         "next_cursor": "QbJ2o8mH3vK1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AuditRow"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["AUTHENTICATION_ERROR"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            422: components["responses"]["VALIDATION_ERROR"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The document is still the one that `If-None-Match` names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            404: components["responses"]["NOT_FOUND"];
        };
    };
    isLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `live` */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `ready`, and what an operator should know. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            429: components["responses"]["RATE_LIMIT_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            /** @description Why it is not ready: send calls elsewhere, and ask again after `Retry-After`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    paymentLinkPaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description HMAC-SHA256, in lower-case hex, of the timestamp, a dot and the body's bytes, keyed with the Workspace's signing key.
                 * @example d3e3dfb96b14aabe2276caec48dae3022e09b3d089ae3f9d370fa09993b8f7fc
                 */
                "X-Service-Signature": string;
                /**
                 * @description The Unix time of signing; refuse a callback that is older than 24 hours.
                 * @example 1773541806
                 */
                "X-Service-Timestamp": number;
                /**
                 * @description The body's `id`.
                 * @example evt_01kkqc6v6qem2s8k7p5r1t9w0x
                 */
                "X-Service-Event-ID": string;
                /**
                 * @description The number of this attempt; not signed.
                 * @example 1
                 */
                "X-Service-Attempt": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackEvent"];
            };
        };
        responses: {
            /** @description The callback is sent again. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The callback is sent again, no sooner than `Retry-After` allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is acknowledged: nothing more is sent. */
            "2XX": {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 301, 302, 307 and 308 are followed up to three times, over https to public addresses, with the same bytes; any other redirect ends the delivery. */
            "3XX": {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The callback is given up at once. */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The callback is sent again, with growing waits. */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
