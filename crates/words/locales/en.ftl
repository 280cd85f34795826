### What the page says, in English. One group for each view; `docs/architecture.md` says how to add
### a message or a language.

## about

about-not-computed = Not computed.{" "}
about-hide-the-marks-of = Hide the marks of checked numbers
about-mark-each-number-with = Mark each number with where it is from
about-copied = Copied
about-copy-the-answer = Copy the answer
about-copy = Copy
about-answered-by = Answered by{" "}
about-since-did-not-answer = { $fallback }, since { $model } did not answer
about-no-code-has-produced = No code has produced what this answer states. Do not rely on it; ask again, or choose another model.
about-this-answer = About this answer: { $notes ->
    [one] { $notes } note
   *[other] { $notes } notes
}
about-checked = { $numbers ->
    [one] { $numbers } number
   *[other] { $numbers } numbers
} checked
about-could-not-be-verified = { $numbers ->
    [one] { $numbers } number
   *[other] { $numbers } numbers
} could not be verified
about-checked-could-not-be = { $numbers ->
    [one] { $numbers } number
   *[other] { $numbers } numbers
} checked, { $bad } could not be verified
about-not-found-in-the = { $names ->
    [one] { $names } name
   *[other] { $names } names
} not found in the data
about-what-the-code-showed = What the code showed is { $lineage }.
about-not-found = { $numbers ->
    [one] { $numbers } number was not found in any result.
   *[other] { $numbers } numbers were not found in any result.
}
about-not-found-there = { $numbers ->
    [one] { $numbers } number was not found where the answer says.
   *[other] { $numbers } numbers were not found where the answer says.
}
about-typed = { $numbers ->
    [one] { $numbers } number stands in the code itself; nothing computed that.
   *[other] { $numbers } numbers stand in the code itself; nothing computed that.
}
about-unknown-names = { $names ->
    [one] { $names } name is in neither results nor files.
   *[other] { $names } names are in neither results nor files.
}
about-replaced = { $numbers ->
    [one] { $numbers } number relies on a result that was replaced since.
   *[other] { $numbers } numbers rely on a result that was replaced since.
}
about-steps = { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}
about-how-this-was-worked = How this was worked out: { $steps }, { $milliseconds }
about-how-this-was-worked-out = How this was worked out: { $steps }

## advice

advice-python-has-no-memory = Python has no memory left. Ask for fewer rows or columns at once, or allow more memory in Python’s menu at the top of the page and ask again.
advice-write-before-it-nothing = Write “{ $import }” before it: nothing is imported by itself here.

## answer

answer-the-connection-to-the = The connection to the model broke in the middle of its answer. Ask again.
answer-failed-ask-again = { $host } failed. Ask again.
answer-the-model-failed-without = The model failed without saying why. Ask again.
answer-the-models-answer-cannot = The model's answer cannot be read: { $problem }.
answer-the-models-answer-was = The model's answer was cut off before its end; ask again.

## archive

archive-the-files-are-too = The files are too large for one archive. Download them one by one.

## automation

automation-the-browser-does-not = The browser does not keep this page: users sign in to its server, or its address has no name.
automation-addfile-wants-a-file = addFile wants a File.
automation-run-wants-python-source = run wants Python source as a string.
automation-ask-wants-a-question = ask wants a question as a string.
automation-timeoutms-must-be-a = timeoutMs must be a number of milliseconds from 1 to { $max-timeout-ms }.

## automation-functions

automation-functions-save-wants-the-source = save wants the source of a function as a string.
automation-functions-there-is-no-saved = There is no saved function of this name.

## automation-models

automation-models-the-is-part-of = The { $planner } is part of this page; there is no connection to test.
automation-models-there-is-no-model = There is no model with the id “{ $words }”.

## automation-sessions

automation-sessions-import-wants-a-file = import wants a File.
automation-sessions-exportas-wants-one-of = exportAs wants one of { $words } and { $last }.

## changed-reading

changed-reading-the-table-cannot-be = The table cannot be read so.
changed-reading-it-is-read-as = { $why } It is read as before.
changed-reading-the-file-cannot-be = The file cannot be read so.
changed-reading-the-change-cannot-be = The change cannot be undone.
changed-reading-the-column-is-gone = The column { $name } is gone.
changed-reading-cannot-be-read-so = { $name } cannot be read so.
changed-reading-a-date = a date
changed-reading-a-number = a number
changed-reading-such-as = , such as { $value }
changed-reading-no-value-of-can = No value of { $name } can be read as { $what }{ $such }.
changed-reading-the-table-has-no = The table has no header row.
changed-reading-line-is-the-header = Line { $line } is the header row.
changed-reading-the-header-row-is = The header row is where it was found.
changed-reading-is-read-as-text = { $name } is read as text.
changed-reading-is-read-as-numbers = { $name } is read as numbers.
changed-reading-is-read-as-dates = { $name } is read as dates.
changed-reading-is-read-with-the = { $name } is read with the day first.
changed-reading-is-read-with-the-month = { $name } is read with the month first.
changed-reading-is-read-with-decimal = { $name } is read with decimal points.
changed-reading-is-read-with-decimal-commas = { $name } is read with decimal commas.
changed-reading-is-read-as-it = { $name } is read as it was found.
changed-reading-the-change-is-undone = The change is undone.
changed-reading-and = {" "}and { $columns ->
    [one] { $columns } more column
   *[other] { $columns } more columns
}
changed-reading-what-you-chose-for = What you chose for { $shown }{ $more } does not fit the table any more.
changed-reading-not-dates = { $values ->
    [one] { $values } value is not a date{ $such } and counts as missing.
   *[other] { $values } values are not dates{ $such } and count as missing.
}
changed-reading-not-numbers = { $values ->
    [one] { $values } value is not a number{ $such } and counts as missing.
   *[other] { $values } values are not numbers{ $such } and count as missing.
}
changed-reading-example = , such as { $value },

## changed-results

changed-results-not-run = Made from a file that is another one now; this has not run with that.
changed-results-former-answer = Answer and results of the former file
changed-results-former = Results of the former file
changed-results-what-has-changed = What has changed
changed-results-with-the-new-file = With the new file
changed-results-with-the-new = With the new { $names }
changed-results-nothing-has-changed = Nothing has changed.
changed-results-unchanged = { $results ->
    [one] { $results } result unchanged.
   *[other] { $results } results unchanged.
}
changed-results-step-ended = A step { $how }.
changed-results-step-failed = A step failed: { $name }: { $value }
changed-results-printed = Printed:{" "}
changed-results-text = Text:{" "}
changed-results-figure-drawn-anew = A figure was redrawn.
changed-results-result-added = A result was not there before.
changed-results-result-removed = A result is no longer there.
changed-results-value = Value
changed-results-table = Table: { $changes }.
changed-results-rows-changed = { $rows ->
    [one] { $rows } row changed
   *[other] { $rows } rows changed
}
changed-results-kept-rows-changed = { $rows ->
    [one] { $rows } row changed of those that are kept
   *[other] { $rows } rows changed of those that are kept
}
changed-results-rows-added = { $rows ->
    [one] { $rows } row added
   *[other] { $rows } rows added
}
changed-results-rows-removed = { $rows ->
    [one] { $rows } row removed
   *[other] { $rows } rows removed
}
changed-results-rows-instead = { $rows ->
    [one] { $rows } row instead of { $before }
   *[other] { $rows } rows instead of { $before }
}
changed-results-new-columns = { $columns ->
    [one] new column { $names }
   *[other] new columns { $names }
}
changed-results-without-columns = { $columns ->
    [one] without the column { $names }
   *[other] without the columns { $names }
}
changed-results-changed-cells = { $cells ->
    [one] { $cells } changed cell
   *[other] { $cells } changed cells
}
changed-results-more-cells = { $cells ->
    [one] { $cells } more cell differs.
   *[other] { $cells } more cells differ.
}
changed-results-row = Row
changed-results-column = Column
changed-results-before-and-now = Before and now
changed-results-nothing = nothing
changed-results-before-now = {" "}before, now{" "}

## changes

changes-wait-until-the-answer = Wait until the answer is complete, or stop it.
changes-the-code-was-changed = The code was changed since this ran. What is shown is from the code before.
changes-out-of-date-code = Out of date: code before this step was changed since it ran.
changes-made-from-a-former-file = Made from a file that is another one now. It has not run with that.
changes-not-stored-any-more = Not stored any more: { $names }. Run the code again to see it after a reload.
changes-running-piece-of = Running piece { $at } of { $of }…
changes-python-restarts-the-code = Python restarts: the code before this step runs again, then this step and those after it.
changes-an-error = An error
changes-ended-it = { $name } ended it
changes-it-was-stopped = It was stopped
changes-at-piece-of-those = { $why } at piece { $at } of { $of }; those after it did not run.

## choices

choices-wait-until-the-answer = Wait until the answer is complete, or stop it.

## claim

claim-not-supported-by-the = {" "}(not supported by the results)
claim-with-a-doubt = {" "}(with a doubt)

## code

code-code = Code
code-copied = Copied
code-copy-the-code = Copy the code

## composer

composer-ask = Ask
composer-your-question = Your question
composer-ask-about-your-data = Ask about your data
composer-send = Send
composer-stop = Stop
composer-esc-stops-and-loses = Esc stops and loses the variables
composer-esc-stops = Esc stops
composer-enter-sends-shift-enter = Enter sends, Shift + Enter makes a new line

## consent

consent-may-the-model-see = May the model see what code prints?
consent-may-the-model-see-this = May the model see this result?
consent-agree = Agree
consent-send = Send
consent-send-column-info-only = Send column info only
consent-stop = Stop
consent-with-it-would-go = With it would go { $pictures ->
    [one] { $pictures } picture
   *[other] { $pictures } pictures
}.
consent-exactly-this-text-would = Exactly this text would leave the browser:
consent-what-would-be-sent = What would be sent
consent-what-send-column-info = What “Send column info only” would send
consent-what-would-be-sent-instead = What would be sent instead
consent-is-not-on-this = { $model } is not on this machine. It gets your questions, the names of columns, and what code prints to answer you: values, tables and figures, long results cut. The files themselves stay here.
consent-for-example-code-may = For example, code may print these values of { $file }, and they would go:
consent-example-of-what-would = Example of what would be sent
consent-with-send-column-info = With “Send column info only”, no value of your data goes. You are asked once for this model in this browser, and can take it back under “Privacy”.

## console

console-python-code = Python code
console-show-earlier = Show earlier ({ $earlier })
console-console = Console
console-close = Close
console-what-ran-in-the = What ran in the console
console-run = Run
console-stop = Stop
console-running = Running…
console-wait-until-this-code = Wait until this code has run, or stop it.
console-wait-until-the-answer = Wait until the answer is complete, or stop it.
console-it-has-run = It has run.
console-it-ended-with-an = It ended with an error.
console-it-was-stopped = It was stopped.
console-python-was-lost-before = Python was lost before this had ended.
console-it-has-no-result = It has no result here.
console-what-it-produced-cannot = What it produced cannot be shown: { $why }

## console-entry

console-entry-a-line-as-written = {" "}A line "# as written" keeps the code as it is.
console-entry-after = After: { $question }
console-entry-reading-what-it-produced = Reading what it produced…
console-entry-running = Running…
console-entry-output-so-far = Output so far

## conversation

conversation-conversation = Conversation

## corrections

corrections-edit-the-question-named = Edit the question: { $question }
corrections-edit-the-question = Edit the question
corrections-wait-until-the-answer = Wait until the answer is complete, or stop it.
corrections-python-is-restarting = Python is restarting…
corrections-ask-again-named = Ask again: { $question }
corrections-undo-named = Undo the question: { $question }
corrections-sign-in-again = Sign in again
corrections-this-answer-is-out = This answer is out of date: code that it relies on was changed since. Ask again for a new one.
corrections-former-answer = This answer was written with a file that is another one now. Ask again for a new one.
corrections-ask-again = Ask again
corrections-undo = Undo
corrections-version-of = Version { $at } of { $versions }
corrections-show-the-version-before = Show the version before
corrections-show-the-version-after = Show the version after
corrections-the-question = The question
corrections-this-version-and-what = This version and what follows it are kept; you can return to them.
corrections-ask = Ask
corrections-cancel = Cancel
corrections-python-is-restarting-to = Python is restarting to show other questions of this session.
corrections-other-questions-of-this = Other questions of this session are shown.
corrections-python-was-started-afresh = Python was started afresh.

## differs

differs-when-this-ran-again = When this ran again, it was different:

## digest

digest-the-browser-cannot-compute = the browser cannot compute SHA-256 ({ $cause }); open the page over HTTPS or from localhost

## disclosure

disclosure-what-the-code-prints = What the code prints goes to the model, long results cut. Files themselves never do.
disclosure-each-result-is-shown = Each result is shown to you before it goes.
disclosure-columns-types-counts-and = Columns, types, counts and errors; no values from your data.
disclosure-what-the-model-may = What the model may see
disclosure-nothing-leaves-this-browser = Nothing leaves this browser, not even the question.
disclosure-the-choice-below-counts = {" "}The choice below counts once a language model answers.
disclosure-what-a-language-model = What a language model may see
disclosure-you-agreed-that-everything = You agreed that everything printed goes to { $model }.
disclosure-revoke-for = Revoke for { $model }
disclosure-revoke = Revoke

## embedding

embedding-the-session-could-not = The session could not be opened.

## encodings

encodings-you-chose-the-encoding = You chose the encoding. What has run before is not run again.
encodings-the-encoding-is-not = The encoding is not certain. Choose the line that reads right:
encodings-encoding = Encoding
encodings-western-european = Western European
encodings-central-european = Central European
encodings-cyrillic = Cyrillic
encodings-greek = Greek
encodings-turkish = Turkish
encodings-hebrew = Hebrew
encodings-arabic = Arabic
encodings-baltic = Baltic
encodings-thai = Thai
encodings-japanese = Japanese
encodings-chinese-simplified = Chinese, simplified
encodings-chinese-traditional = Chinese, traditional
encodings-korean = Korean

## ending

ending-show-the-undone-question = Show the undone question again
ending-python-is-restarting = Python is restarting…
ending-stop = Stop

## endpoint

endpoint-connect-an-endpoint = Connect an endpoint
endpoint-close = Close
endpoint-this-browser-keeps-the = This browser keeps the key of{" "}
endpoint-encrypted-with-your-passphrase = , encrypted with your passphrase.
endpoint-passphrase = Passphrase
endpoint-unlock = Unlock
endpoint-forget-the-key = Forget the key
endpoint-change-address = Change address
endpoint-most-providers-and-ollama = Most providers, and Ollama, LM Studio, llama.cpp and vLLM on this machine.
endpoint-claude-by-anthropic-messages = Claude, by Anthropic Messages.
endpoint-openai-for-models-that = OpenAI, for models that only this interface has.
endpoint-the-endpoint-of-is = The endpoint of { $model } is not connected any more. Choose another model, or connect it again.
endpoint-the-key-of-is = The key of { $host } is needed to ask { $id }.
endpoint-without-its-key-cannot = Without its key, { $host } cannot be asked. Ask again and enter it, or choose another model.

## endpoint-address

endpoint-address-or = , or{" "}
endpoint-address-for-ollama-on-this = {" "}for Ollama on this machine
endpoint-address-this-browser-keeps-its = This browser keeps its key; you are asked for the passphrase next.{" "}
endpoint-address-this-browser-then-asks = This browser then asks the endpoint itself. Your key and your requests go straight to it, not through this server. What the model may see, and the list of what was sent, stay the same.
endpoint-address-kind = Kind
endpoint-address-address = Address
endpoint-address-for-example = For example{" "}
endpoint-address-the-page-loads-once = The page loads once more, because its security policy has to admit this one address. Your session opens again; what runs now is ended.
endpoint-address-continue = Continue

## endpoint-connection

endpoint-connection-the-browser-does-not = The browser does not store anything for this page, so that the key cannot be kept. Use it without keeping it.

## endpoint-dialog

endpoint-dialog-the-endpoint-is-not = The endpoint is not connected any more. Change its address, and connect it again.
endpoint-dialog-the-browser-did-not = The browser did not keep the choice, so that the page's policy does not admit the endpoint. Allow cookies for this page, and continue again.
endpoint-dialog-this-passphrase-does-not = This passphrase does not open the key. Try again, or forget the key and enter it again.

## endpoint-model

endpoint-model-enter-the-name-of = Enter the name of a model, as the endpoint lists it.
endpoint-model-asking-for-its-models = Asking { $host } for its models…
endpoint-model-key = Key
endpoint-model-entered-type-to-replace = Entered; type to replace it
endpoint-model-leave-empty-if-it = Leave empty if it needs none
endpoint-model-this-browser-keeps-it = This browser keeps it, encrypted.
endpoint-model-it-goes-from-this = It goes from this browser to the endpoint only. This server never gets it.
endpoint-model-test-the-connection = Test the connection
endpoint-model-model = Model
endpoint-model-as-the-endpoint-names = As the endpoint names it; the test lists the names.
endpoint-model-it-sees-images = It sees images
endpoint-model-figures-are-sent-to = Figures are sent to it too, as far as it may see them.
endpoint-model-it-cannot-call-tools = It cannot call tools
endpoint-model-it-then-writes-its = It then writes its code as text, as small local models do.
endpoint-model-use-this-model = Use this model
endpoint-model-disconnect = Disconnect
endpoint-model-keep-the-key = Keep the key
endpoint-model-until-this-page-is = Until this page is closed or loaded again
endpoint-model-in-its-memory-only = In its memory only.
endpoint-model-in-this-browser-encrypted = In this browser, encrypted
endpoint-model-you-choose-a-passphrase = You choose a passphrase, and enter it at the next visit.
endpoint-model-passphrase = Passphrase
endpoint-model-it-cannot-be-restored = It cannot be restored. If you forget it, enter the key again.
endpoint-model-tokens = {" "}· { $window } tokens
endpoint-model-remove-named = Remove { $id }
endpoint-model-remove = Remove
endpoint-model-in-the-model-menu = In the model menu
endpoint-model-and-more-type-a = and { $rest } more: type a part of the name below
endpoint-model-its-models = Its models

## endpoint-policy

endpoint-policy-this-server-could-not = This server could not be asked to admit the endpoint. Check the connection to it, and try again.

## failure

failure-the-page-stopped-working = The page stopped working
failure-a-part-of-the = A part of the page failed and cannot go on. Files on this device are untouched; Python's variables are lost.
failure-what-failed = What failed
failure-save-the-code-and = Save the code and reload
failure-reload = Reload

## file

file-remove = Remove { $name }
file-kept-in-this-browser = Kept in this browser{" "}
file-delete-the-copy-of = Delete the copy of { $name }
file-delete = Delete
file-in-place-of-the-former = In place of the former file ({ $former }){" "}
file-go-back-to-the-former = Undo: go back to the former { $name }
file-undo = Undo
file-waits-for-python-to = Waits for Python to be ready
file-being-read = Being read
file-package-dropped-by-you = Package { $name } { $version }, dropped by you

## file-questions

file-questions-keep-copies-of-your = Keep copies of your files in this browser, so that they are there after a reload? They are sent nowhere.
file-questions-files = { $more } files
file-questions-after-a-reload-the = After a reload the browser asks again whether this page may read your files. They are sent nowhere.
file-questions-allow-reading-again = Allow reading { $what } again
file-questions-has-changed-since-it = { $name } has changed since it was added. Results that were computed from it may differ: those that do are marked once the code has run again.
file-questions-go-on-with-as = Go on with { $name } as it is now
file-questions-files-that-wait-for = Files that wait for you
file-questions-keep-copies = Keep copies
file-questions-do-not-keep = Do not keep

## file-store

file-store-it-could-not-be = It could not be mounted again: { $why }
file-store-only-the-first-files = Only the first { $max-files-at-once } files were added. Add the others in parts, or as one archive.
file-store-the-sample-could-not = The sample could not be fetched ({ $why }). Check the connection.
file-store-the-sample-could-not-be = The sample could not be fetched: the server answered { $status }.
file-store-the-file-was-taken = The file was taken out.
file-store-nothing-could-be-found = Nothing could be found out about it: { $message }

## file-store-new-files

file-store-new-files-already-here = { $name } is already here with the same content, so nothing was added.
file-store-new-files-could-not-be = The new { $name } could not be read: { $why }
file-store-new-files-not-here = The file is not here any more. Add it again.
file-store-new-files-former-gone = The former file is not part of the session any more.

## file-store-tables

file-store-tables-wait-until-the-file = Wait until the file has been read.

## file-store-wheels

file-store-wheels-nobody-has-confirmed-it = Nobody has confirmed it in this browser.
file-store-wheels-the-file-is-no = The file is no longer the wheel that you have confirmed. Drop it to look at it again.
file-store-wheels-a-session-has-at = A session has at most { $max-wheels } wheels. Remove one from the files first.
file-store-wheels-it-is-the-wheel = It is the wheel that this session was made with.
file-store-wheels-this-session-was-made = This session was made with another wheel: { $name } { $version } with the SHA-256 { $sha256 }. Its code may produce something else.
file-store-wheels-it-could-not-be = It could not be installed: { $why }
file-store-wheels-can-be-imported-until = { $name } can be imported until Python is restarted.

## files

files-files = Files
files-none-yet = None yet
files-count = { $files ->
    [one] { $files } file
   *[other] { $files } files
}
files-add-files = Add files
files-add-a-folder = Add a folder

## first-rows

first-rows-types-ranges-and-charts = Types, ranges and charts follow when Python is ready.
first-rows-types-ranges-and-charts-follow = Types, ranges and charts follow.
first-rows-first-rows-as-the = First rows, as the file has them.{" "}
first-rows-is-read-when-python = { $name } is read when Python is ready.
first-rows-python-is-reading = Python is reading { $name }.
first-rows-files = { $files ->
    [one] { $files } file
   *[other] { $files } files
}
first-rows-files-are-read-when = { $files } are read when Python is ready.
first-rows-python-is-reading-files = Python is reading { $files }.

## follow-ups

follow-ups-questions-that-follow-from = Questions that follow from this answer

## foreign

foreign-the-result-is-not = the result is not JSON

## foreign-device

foreign-device-the-browser-makes-no = The browser makes no ids. Open the page over HTTPS.

## foreign-storage

foreign-storage-this-browser-stores-nothing = This browser stores nothing for this page.

## forms

forms-interactive-chart = Interactive chart
forms-figure = Figure
forms-table = Table
forms-html = HTML
forms-markdown = Markdown
forms-drawing = Drawing
forms-formula = Formula
forms-latex = LaTeX
forms-picture = Picture
forms-code = Code
forms-json = JSON
forms-text = Text

## frame

frame-the-isolated-frame-cannot = the isolated frame cannot be watched ({ $why })
frame-the-isolated-frame-was = the isolated frame was taken from the page
frame-the-message-could-not = the message could not be posted ({ $why })

## function-dialogs

function-dialogs-there-is-already-a = There is already a saved function { $name }. Replace it, or choose another name.
function-dialogs-the-source-of-the = The source of the function
function-dialogs-is-deleted-until-you = { $name } is deleted. Until you close this list, you can undo that.
function-dialogs-is-saved-again = { $name } is saved again.
function-dialogs-saving = Saving…
function-dialogs-is-saved = { $name } is saved.

## functions

functions-no-function-is-saved = No function is saved yet. Choose “Save as function” under a step, or write a new one.
functions-functions = Functions
functions-close = Close
functions-saved-in-this-browser = Saved in this browser for all sessions. A model reads the name, parameters and description of each in every session, and can call it.
functions-new-function = New function
functions-deleted = { $name }: deleted
functions-undo-deleting = Undo deleting { $name }
functions-undo = Undo
functions-no-description = No description
functions-edit-named = Edit { $name }
functions-edit = Edit
functions-delete-named = Delete { $name }
functions-delete = Delete
functions-this-browser-stores-nothing = This browser stores nothing, so that no function can be saved.

## functions-describe

functions-describe-python-could-not-read = Python could not read the code. Restart Python, then try again.

## functions-description

functions-description-the-code = The code
functions-description-line = Line { $line }
functions-description-is-not-valid-python = { $place } is not valid Python: { $message }.
functions-description-there-is-no-function = There is no function here. Begin it with def, and indent what belongs to it.
functions-description-python-has-already-choose = Python has { $name } already. Choose another name.
functions-description-choose-a-name-that = Choose a name that does not begin with an underscore.
functions-description-keep-one-function-with = Keep one function, with the imports that it needs above it, and take out what else is there.

## functions-dialogs

functions-dialogs-python-reads-the-code = Python reads the code…
functions-dialogs-save-as-a-function = Save as a function
functions-dialogs-edit = Edit { $name }
functions-dialogs-save = Save
functions-dialogs-replace = Replace { $name }
functions-dialogs-none-say-in-a = None: say in a docstring what it does.
functions-dialogs-and-others = {" "}and others
functions-dialogs-other-sessions-do-not = Other sessions do not have: { $listed }{ $others }. There the function fails, unless you pass this as a parameter, import it, or save it as a function too.

## functions-edit

functions-edit-its-name-parameters-and = Its name, parameters and description are sent to the model in every session. Its source becomes part of each session that uses it, and of its exports.
functions-edit-your-changes-are-not = Your changes are not saved. Save them, or choose Cancel.
functions-edit-cancel = Cancel
functions-edit-function = Function{" "}
functions-edit-call = Call
functions-edit-description = Description

## functions-step

functions-step-saved-as-the-function = Saved as the function { $name }, for all sessions.
functions-step-save-a-function-of = Save a function of this step, or its code as one, for all sessions
functions-step-save-as-function = Save as function
functions-step-the-model-proposes-to = The model proposes to keep { $shown }
functions-step-the-model-proposes-to-keep = The model proposes to keep{" "}
functions-step-look-at-and-save = Look at { $shown } and save it
functions-step-save = Save…
functions-step-dismiss-the-proposal-to = Dismiss the proposal to keep { $shown }
functions-step-dismiss = Dismiss

## header

header-insitu = Insitu

## host-boot

host-boot-its-frame-was-taken = its frame was taken away

## host-effects

host-effects-python-holds-of-the = Python holds { $size } of the { $limit } of memory that it may. Delete what is no longer needed (`del df`), or allow more and restart Python.

## host-egress

host-egress-the-frame-did-not = The frame did not try its probes.

## host-execution

host-execution-stopped-before-it-ran = Stopped before it ran.

## host-files

host-files-python-received-no-file = Python received no file

## host-interpreter

host-interpreter-there-is-no-frame = there is no frame

## host-requests

host-requests-python-gave-no-answer = Python gave no answer
host-requests-python-gave-an-answer = Python gave an answer to another request (request { $id })

## host-results

host-results-python-has-returned-no = Python has returned no file.

## kernel-badge

kernel-badge-loading-python = Loading Python
kernel-badge-starting = Starting
kernel-badge-left = { $left } left
kernel-badge-stage-left = { $stage }, { $left } left
kernel-badge-restarting-python = Restarting Python
kernel-badge-python-ready = Python ready
kernel-badge-python-running = Python running
kernel-badge-fetching = Fetching { $packages }
kernel-badge-python-failed = Python failed
kernel-badge-restarting = restarting
kernel-badge-loading = loading
kernel-badge-ready = ready
kernel-badge-running = running
kernel-badge-fetching-packages = fetching
kernel-badge-failed = failed

## keys

keys-keys = Keys
keys-search-again = Search again
keys-use = Use
keys-ignore = Ignore
keys-not-used = not used
keys-found = { $percent } % found, { $cardinality }
keys-found-about = about { $percent } % found, { $cardinality }

## ledger

ledger-what-was-sent = What was sent
ledger-download-the-list = Download the list
ledger-names = Names { $columns ->
    [one] { $columns } column
   *[other] { $columns } columns
}: { $names }.
ledger-body = Body
ledger-the-server-confirmed-that = The server confirmed that it received exactly this.
ledger-nothing-sent = Nothing sent
ledger-connection-tested = Connection tested
ledger-tested = Tested
ledger-sent = { $requests ->
    [one] { $requests } request
   *[other] { $requests } requests
} sent, { $size }
ledger-sent-short = { $count } sent
ledger-no-file-no-question = No file, no question and no result has been sent anywhere. Requests to a language model would be listed here, word for word.
ledger-no-file-no-question-and = No file, no question and no result has left this browser. What the model in this tab has read is listed word for word, with its size and SHA-256.
ledger-nothing-has-left-this = Nothing has left this browser. What the model in this tab has read is listed word for word, with its size and SHA-256.
ledger-every-request-is-listed = Every request is listed word for word, with its size and SHA-256. Loading the page and Python sends nothing of yours. What went to “this tab” has not left the browser.
ledger-every-request-is-listed-word = Every request is listed word for word, with its size and SHA-256. Loading the page and Python sends nothing of yours.
ledger-requests = { $requests ->
    [one] { $requests } request
   *[other] { $requests } requests
}
ledger-the-connection-was-tested = The connection was tested in this tab: { $hosts }. Such a request has the key of the endpoint, and nothing of your files or questions.
ledger-test-of-a-model = Test of a model

## line

line-your-line = Your line
line-answer = Answer
line-no-answer = No answer
line-the-code-asks-you = The code asks you for a line

## listed

listed-computing = Computing
listed-waits-for-your-consent = Waits for your consent
listed-waits-for-your-line = Waits for your line
listed-new-answer = New answer
listed-ended-without-an-answer = Ended without an answer
listed-a-session-without-a = A session without a question
listed-the-browser-has-promised = The browser has promised to keep them.
listed-the-browser-may-delete = The browser may delete them when it runs out of space.
listed-sessions = { $sessions ->
    [one] { $sessions } session
   *[other] { $sessions } sessions
}
listed-notebook-ipynb = Notebook (.ipynb)
listed-python-script-py = Python script (.py)
listed-markdown-md = Markdown (.md)
listed-report-html = Report (.html)
listed-audit-report-html = Audit report (.html)
listed-insitu-file-insitu = Insitu file (.insitu)
listed-insitu-file-with-data = Insitu file with data
listed-questions-and-answers-with = Questions and answers with their code, for Jupyter
listed-all-code-in-order = All code in order, for Python
listed-questions-answers-code-and = Questions, answers, code and tables as text
listed-answers-with-their-figures = Answers with their figures and tables, for readers
listed-answers-with-everything-that = Answers with everything that ran, to be checked
listed-the-session-for-another = The session, for another Insitu page
listed-the-session-and-its = The session and its data files, for another Insitu page

## listed-model

listed-model-in-this-browser = In this browser
listed-model-asked-by-this-browser = Asked by this browser, without this server: { $at }
listed-model-on-the-servers-machine-named = On the server’s machine: { $provider }, { $host }
listed-model-on-the-servers-machine = On the server’s machine
listed-model-behind-this-server = Behind this server

## local-models

local-models-runs-on-the-servers = { $name } runs on the server’s machine.
local-models-ollama = Ollama
local-models-lm-studio = LM Studio
local-models-a-server-of-models = A server of models
local-models-a-server-of-models-named = A server of models ({ $provider })
local-models-answers = { $label } answers.
local-models-use = Use { $label }
local-models-more-in-the-model = { $more } more in the model menu

## log

log-there-is-no-stored = There is no stored result to compare with.

## markdown

markdown-to-do = to do
markdown-done = done
markdown-leaves-this-page = {" "}(leaves this page)
markdown-table = Table
markdown-copied = Copied
markdown-copy-the-table = Copy the table

## model-words

model-words-code-blocks = code blocks
model-words-tools = tools
model-words-figures = figures
model-words-reasoning = reasoning
model-words-window = { $tokens } window
model-words-parameters = { $count } parameters
model-words-nothing-leaves-this-browser = Nothing leaves this browser, not even the question.
model-words-in-out = { $input } in, { $output } out
model-words-rules-not-a-language = Rules, not a language model. { $stays }
model-words-writes-code-blocks = writes code blocks
model-words-calls-tools = calls tools
model-words-calls-tools-or-writes = calls tools or writes code blocks
model-words-sees-figures = sees figures
model-words-does-not-see-figures = does not see figures
model-words-and-thinks-before-it = { $calls }, { $sees } and thinks before it answers
model-words-and = { $calls } and { $sees }
model-words-a-language-model-that = A language model that { $can }.
model-words-its-window-has-tokens = Its window has { $window } tokens.
model-words-from-a-cache = { $price } from a cache
model-words-into-a-cache = { $price } into a cache
model-words-a-million-tokens-cost = A million tokens cost { $input }{ $caches } read and { $output } written.
model-words-it-does-not-answer = It does not answer. { $error }
model-words-it-answered-without-a = It answered without a word. Choose another model.
model-words-it-writes-code-blocks = It writes code blocks; tools were not tried.
model-words-it-calls-tools = It calls tools.
model-words-it-did-not-call = It did not call the tool that it was offered; it may write code blocks.
model-words-it-answers-s-to = It answers: { $seconds } s to the first word. { $tools }
model-words-waiting-for-its-first = Waiting for its first word…

## models

models-asking-which-models-there = Asking which models there are…
models-built-in-planner-no = Built-in planner — no language model connected. It turns a question into Python by fixed rules, here in the browser.
models-what-it-can-do = What it can do
models-overviews-rankings-totals-and = Overviews, rankings, totals and means by group, trends over time, distributions and filters on any table.
models-model-before-its-name = Model:{" "}
models-no-language-model-connected = — no language model connected
models-model = Model
models-use-an-open-model = Use an open model in this browser
models-connect-an-endpoint = Connect an endpoint
models-this-session = This session: { $words }
models-you-are-signed-in = You are signed in to this server.
models-delete-the-sessions-and = Delete the sessions and files that this browser keeps
models-sign-out = Sign out
models-the-server-did-not = The server did not end the sign-in. Check the connection, and try again.
models-the-model-is-not = The model { $label } is not offered any more. { $now } answers now.
models-it-has-not-answered = It has not answered within two minutes.

## models-list

models-list-no-model-matches = No model matches.
models-list-search-models = Search models
models-list-who-answers = Who answers
models-list-test-named = Test { $label }
models-list-test = Test

## models-settings

models-settings-of-characters = { $length } of { $most } characters
models-settings-temperature-from-0-to = Temperature, from 0 to 2
models-settings-the-models-default = The model’s default
models-settings-reasoning-effort = Reasoning effort
models-settings-steps-of-an-answer = Steps of an answer that may run code, up to { $max-steps }
models-settings-added-to-the-instructions = Added to the instructions of every question
models-settings-for-example-amounts-are = For example: amounts are in thousands of euros.
models-settings-they-hold-from-the = They hold from the next question on. What you add is sent to the model, and is listed under “What was sent”.
models-settings-none = None
models-settings-minimal = Minimal
models-settings-low = Low
models-settings-medium = Medium
models-settings-high = High
models-settings-very-high = Very high

## models-tab-model

models-tab-model-a-model-from-a = A model from a file
models-tab-model-a-model-from-a-file = A model from a file, in this tab
models-tab-model-a-model-file-from = A model file from your disk is run by llama.cpp in this browser. Nothing leaves it, not even the question.

## new-file

new-file-code-runs-again = The code of the session runs again with a new file.
new-file-python-is-restarting = Python is restarting with the former file.
new-file-rows = { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
new-file-about-rows = about { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
new-file-as-before = { $rows } as before
new-file-instead-of = { $now } instead of { $before }
new-file-new-columns = { $fact }, { $columns ->
    [one] a new column
   *[other] new columns
}: { $names }
new-file-and-more = { $names } and { $more } more
new-file-cannot-be-read = It cannot be read: { $why }
new-file-has-no-table = It has no table.
new-file-tables-are-gone = It no longer has the tables { $names }.
new-file-columns-are-missing = { $columns ->
    [one] The column { $names } is missing.
   *[other] The columns { $names } are missing.
}
new-file-column-has = The column { $name } has { $is }; before, it had { $was }.
new-file-numbers = numbers
new-file-numbers-as-text = numbers as text
new-file-yes-and-no = yes and no
new-file-dates = dates
new-file-text = text
new-file-no-values = no values
new-file-questions-use = Questions use the new { $name } from now on.
new-file-stopped = Stopped: { $ran } of { $of ->
    [one] { $of } piece
   *[other] { $of } pieces
} ran with the new { $name }. The others show results of the former one.
new-file-nothing-has-changed = Ran again with the new { $name }: nothing has changed.
new-file-ran-again = Ran again with the new { $name }.
new-file-results-have-changed = { $steps ->
    [one] Ran again with the new { $name }: the result of { $steps } step has changed.
   *[other] Ran again with the new { $name }: the results of { $steps } steps have changed.
}
new-file-ended-with-an-error = { $sentence } { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} ended with an error.
new-file-missing = missing
new-file-yes = yes
new-file-no = no

## new-files

new-files-being-compared = { $name } was added again and is being compared.
new-files-python-is-restarting = Python is restarting with the new file…
new-files-running-piece = Running piece { $at } of { $of } with the new { $name }…
new-files-the-new = The new { $name }
new-files-dismiss = Dismiss
new-files-another-was-added = Another { $name } was added.
new-files-another-was-added-with = Another { $name } was added: { $facts }.
new-files-until-you-decide = Until you decide, questions use the former file.
new-files-run-again = Run again with the new file
new-files-use = Use the new file
new-files-keep-both = Keep both
new-files-leave-out = Undo: leave out the new { $name }
new-files-undo = Undo
new-files-stop = Stop

## notices

notices-running-the-earlier-code = Running the earlier code again: { $at } of { $pieces }
notices-run-the-earlier-code = Run the earlier code again
notices-dismiss = Dismiss

## open-models

open-models-use-an-open-model = Use an open model in this browser
open-models-it-runs-in-this = It runs in this tab, isolated: nothing leaves this browser, not even the question. No key and no account. It is downloaded once, and its SHA-256 is compared before it runs. The first question takes longest, since the model first reads its instructions.
open-models-progress = Progress
open-models-cancel = Cancel
open-models-close = Close
open-models-and-puts-the-file = , and puts the file into the folder “models” of this page.
open-models-on-the-server = {" "}on the server.
open-models-the-operator-of-this = The operator of this page adds it:{" "}
open-models-use = Use { $label }
open-models-resume-the-download-of = Resume the download ({ $partial } of { $model } are here)
open-models-download-and-use-it = Download { $model } and use it
open-models-the-server-downloads = The server downloads
open-models-this-browser-reads-and = This browser reads and checks
open-models-this-browser-loads = This browser loads
open-models-of = { $come } of { $size }
open-models-the-list-of-open = The list of open models could not be loaded. Check the connection, and try again.
open-models-answers-now-in-this = { $label } answers now, in this browser. Nothing leaves it, not even the question.
open-models-the-server-does-not = The server does not fetch models now. Try again later.

## outcome

outcome-it-was-stopped-the = It was stopped. The variables are kept.
outcome-it-took-longer-than = It took longer than it may and was stopped. The variables are kept.
outcome-python-had-to-be = Python had to be started afresh: variables are lost, files are kept.
outcome-printed = Printed
outcome-warnings = Warnings
outcome-what-it-shows = What it shows { $note }.
outcome-what-it-shows-is = What it shows is { $note }.

## packages

packages-packages = Packages
packages-code-can-import-these = Code can import these, and Python’s standard library. There is no network to install others from; you can drop a wheel onto the page.
packages-dropped-by-you-for = Dropped by you, for this session: { $dropped }
packages-added-by-whoever-built = Added by whoever built this page, and not tested with Insitu: { $added }
packages-licences-of-all-that = Licences of all that Insitu contains
packages-modified-sha-256-as = { $name } { $version }, modified: { $why } SHA-256 as published { $upstream }, as edited { $patched }.

## page

page-skip-to-the-question = Skip to the question
page-conversation = Conversation
page-drop-the-files-to = Drop the files to add them
page-they-stay-in-this = They stay in this browser.

## page-menu

page-menu-more = More
page-menu-python = Python
page-menu-close-the-console = Close the console
page-menu-console = Console
page-menu-variables = Variables
page-menu-functions = Functions
page-menu-run-all-code-again = Run all code again in a fresh Python and compare every result
page-menu-check-by-running-again = Check by running again
page-menu-keyboard-shortcuts = Keyboard shortcuts
page-menu-licences = Licences

## planner

planner-this-query-was-stored = This query was stored by another version of the page and cannot be read. Ask the question again.

## preview

preview-save = Save
preview-close = Close
preview-the-picture-cannot-be = The picture cannot be read.
preview-part = Part { $at }
preview-you-can-save-the = { $why } You can save the file and open it with a program of yours.
preview-waiting-for-python = Waiting for Python
preview-the-first-of = The first { $max-text-bytes } of { $size }
preview-there-is-nothing-in = There is nothing in it that can be shown.
preview-it-is-not-shown = It is not shown any more.
preview-it-has-no-frame = It has no frame.
preview-document = Document
preview-drawing = Drawing

## privacy

privacy-privacy-the-model-may = Privacy. The model may see: { $disclosure }
privacy-privacy = Privacy
privacy-close = Close

## profile

profile-rows = { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
profile-columns = { $columns ->
    [one] { $columns } column
   *[other] { $columns } columns
}
profile-repeated-rows = { $rows ->
    [one] { $rows } repeated row
   *[other] { $rows } repeated rows
}
profile-find-a-column = Find a column
profile-about = about{" "}
profile-from-the-first-rows = from the first rows only
profile-missing = { $missing } missing
profile-unreadable = { $bad } unreadable
profile-distinct = { $distinct } distinct
profile-to-be-noted = to be noted
profile-ask-about-it = Ask about it
profile-whole-number = whole number
profile-number-as-text = number as text
profile-number = number
profile-yes-no = yes/no
profile-date = date
profile-category = category
profile-text = text
profile-empty = empty

## progress

progress-downloading = Downloading

## python

python-python = Python
python-close = Close
python-this-browser-shares-no = This browser shares no memory with Python here, so stopping code restarts Python and loses the variables.
python-python-holds-of-memory = Python holds { $memory } of memory.
python-time-limit-of-running = Time limit of running code
python-memory-limit-from-the = Memory limit, from the next restart
python-this-device-allows-a = This device allows a page little memory, so Python begins with half a gigabyte. Large files are read in pieces.
python-restart-python = Restart Python
python-variables-are-lost-files = Variables are lost, files stay.
python-save-diagnostics = Save diagnostics
python-what-this-page-did = What this page did lately, for a report of a fault: times, counts and states. Nothing of your files, questions or results is in it.
python-10-seconds = 10 seconds
python-1-minute = 1 minute
python-5-minutes = 5 minutes
python-15-minutes = 15 minutes
python-1-hour = 1 hour
python-none = None
python-0-5-gb = 0.5 GB
python-1-gb = 1 GB
python-2-gb = 2 GB
python-3-gb = 3 GB
python-the-browsers-own = The browser’s own
python-python-and-its-libraries = Python and its libraries are loaded into this browser once, then kept in its cache. You can ask already; the question waits.
python-python-runs-in-this = Python runs in this browser, isolated in a frame without network access. It waits for code.
python-python-runs-code = Python runs code.
python-the-code-needs-it = The code needs { $packages }; it is fetched from this site.

## query

query-how-the-question-was = How the question was read
query-parts-of-the-query = Parts of the query
query-connect-a-model = Connect a model
query-use-an-open-model = Use an open model in this browser
query-word-that-was-not = Word that was not used
query-not-used = Not used:
query-or-did-you-mean = Or did you mean
query-put-a-question-together = Put a question together
query-show-the-answer = Show the answer
query-close = Close

## query-menu

query-menu-type-to-find-another-entry = Type to find another entry
query-menu-type-to-find-another = Type to find another
query-menu-what-it-can-become = What it can become
query-menu-no-entry = No entry
query-menu-entries = { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}

## recorder

recorder-the-session-is-not = The session is not stored here, or another tab has it.
recorder-what-happens-here-is = What happens here is not stored: { $why }.
recorder-it-is-not-stored = It is not stored.

## relay

relay-the-server-received-something = The server received something else than this page sent and lists under “What was sent”: something between them changes requests. Ask nothing more here until you know what it is.
relay-the-relay-could-not = The relay could not be reached ({ $why }). Check the connection and ask again.
relay-the-relays-answer-has = The relay's answer has no content. Ask again.
relay-sign-in-again-in = { $signed-out } Sign in again, in a tab of its own, and then continue here: this session stays as it is.
relay-the-relay-answered-ask = The relay answered { $status }. Ask again.

## replay

replay-python-is-restarting = Python is restarting…
replay-running-piece-of-again = Running piece { $at } of { $of } again…
replay-this-step-is-not = This step is not shown any more. Load the page again.
replay-the-code-of-the = The code of the session runs again.
replay-this-session-is-not = This session is not shown. Open it first: insitu.sessions.open(id).
replay-no-code-of-this = No code of this session has run yet, so there is nothing to compare.
replay-the-code-of-the-session = The code of the session runs again, to compare what it produces.
replay-nothing-has-run-a = Nothing has run: a wheel that the code uses is not installed. Drop it onto the page first.

## rerun

rerun-the-earlier-code-has = The earlier code has run again, so that its variables are back.
rerun-piece-of-did-not = Piece { $at } of { $count } did not run again ({ $why }), nor did those after it.

## result

result-the-browser-does-not = The browser does not allow full screen here.
result-it-has-the-form = It has the form { $label }, which cannot be shown here: { $why }{" "}
result-it-has-the-form-which = It has the form { $media-type }, which cannot be shown here.{" "}
result-save-it-as-a = Save it as a file

## result-actions

result-actions-is-damaged = { $name } is damaged: { $error }.
result-actions-is-not-stored-here = { $name } is not stored here. Run the code again to write it.

## result-acts

result-acts-copy = Copy
result-acts-full-screen = Full screen
result-acts-save-png = Save PNG
result-acts-save-web-page = Save web page
result-acts-save-as = Save { $media-type }
result-acts-show-as = Show as
result-acts-do = Do
result-acts-save = Save
result-acts-copied = Copied.

## result-figure

result-figure-figure = Figure
result-figure-interactive = Interactive
result-figure-numbers = Numbers
result-figure-description = Description
result-figure-description-of-the-figure = Description of the figure
result-figure-show-the-figure-as = Show the figure as
result-figure-save = Save { $label }
result-figure-figure-without-a-title = Figure without a title

## result-frame

result-frame-laid-out-result = Laid-out result
result-frame-drawing = Drawing
result-frame-formula = Formula
result-frame-interactive-chart = Interactive chart

## result-menu

result-menu-more-about-this-result = More about this result

## result-requests

result-requests-the-options-are-an = The options are an object.

## result-texts

result-texts-value = Value
result-texts-code = Code
result-texts-code-in-language = Code, { $language }
result-texts-show-all-of-it = Show all of it, { $size }

## results

results-files-written = Files written
results-preview-named = Preview { $name }
results-save = Save{" "}
results-preview = Preview
results-save-all-as-a = Save all as a zip archive

## runtime

runtime-its-script-could-not = its script could not be loaded

## samples

samples-45-000-sales = 45,000 sales
samples-a-small-funnel = A small funnel
samples-samples = Samples

## save

save-could-not-be-saved = { $name } could not be saved ({ $why }).
save-no-document = no document
save-the-browser-does-not = The browser does not allow copying ({ $why }).

## seal

seal-from-python = From Python
seal-from-javascript-beside-python = From JavaScript beside Python
seal-from-javascript-in-the = From JavaScript in the frame around it
seal-isolation-test = Isolation test
seal-python-has-no-network = Python has no network, no storage, no cookies and no access to this page. See for yourself: the test tries every exit there is, towards an address that would answer and counts who comes.
seal-try-every-exit = Try every exit
seal-refused = refused
seal-open = open
seal-not-proven-here = not proven here
seal-it-arrived-at-the = it arrived at the server
seal-nothing-arrived-at-the = { $how }; nothing arrived at the server
seal-of-more-nothing-can = {" "}Of { $unproven } more nothing can be known in this browser.
seal-no-exit-was-tried = No exit was tried.
seal-all-exits-were-refused = All { $all } exits were refused.
seal-of-exits-were-refused = { $refused } of { $all } exits were refused.{ $rest }
seal-of-exits-are-open = { $open ->
    [one] { $open } of { $all } exits is open.
   *[other] { $open } of { $all } exits are open.
}{ $rest }
seal-not-run-yet = Not run yet
seal-passed = Passed
seal-passed-not-proven = Passed, { $unproven } not proven
seal-exits-open = { $open ->
    [one] { $open } exit open
   *[other] { $open } exits open
}

## self-test

self-test-trying-every-exit = Trying every exit

## session

session-python-was-started-from = Python was started from its snapshot.
session-python-was-started-without = Python was started without its snapshot, which takes longer: { $why }.
session-everything-printed = Everything printed
session-ask-me-first = Ask me first
session-column-info-only = Column info only

## session-index

session-index-this-page-stores-nothing = This page stores nothing at present. { $unstored }

## session-list

session-list-delete-everything-for-good = Delete everything, for good
session-list-delete-everything = Delete everything
session-list-sessions = Sessions
session-list-close = Close
session-list-questions-answers-results-and = Questions, answers, results and saved functions are stored in this browser and nowhere else.
session-list-open-a-file = Open a file…
session-list-an-insitu-file = An Insitu file
session-list-functions = Functions
session-list-new-session = New session
session-list-copy-of = Copy of { $name }
session-list-exporting = Exporting…
session-list-was-exported = { $name } was exported, { $size }.
session-list-opening-the-file = Opening the file…
session-list-the-file-is-stored = The file is stored as “{ $name }”. Select it to open it; none of its code has run.
session-list-deleting = Deleting…
session-list-deleted-the-browser-still = Deleted. The browser still lists: { $listed }.
session-list-the-page-itself-so = the page itself, so that it starts when its server is away
session-list-nothing-of-this-site = nothing of this site
session-list-everything-of-yours-is = Everything of yours is deleted. The browser keeps { $keeps }.

## session-rows

session-rows-search = Search
session-rows-search-sessions = Search sessions
session-rows-nothing-is-stored-yet = Nothing is stored yet.
session-rows-no-session-has-that = No session has that in its name.
session-rows-new-name-of = New name of { $name }
session-rows-unpin = Unpin
session-rows-pin = Pin
session-rows-rename = Rename
session-rows-rename-named = Rename { $name }
session-rows-duplicate = Duplicate
session-rows-duplicate-named = Duplicate { $name }
session-rows-export-named = Export { $name }
session-rows-export = Export
session-rows-stop-named = Stop { $name }
session-rows-stop = Stop
session-rows-delete = Delete
session-rows-delete-named = Delete { $name }
session-rows-more-for = More for { $name }
session-rows-deleted = { $name }: deleted
session-rows-undo-deleting = Undo deleting { $name }
session-rows-undo = Undo

## session-side

session-side-sessions = Sessions
session-side-hide-the-sessions = Hide the sessions
session-side-show-the-sessions = Show the sessions
session-side-new-session = New session

## session-title

session-title-new-session = New session
session-title-rename-export-all-sessions = Rename, export, all sessions
session-title-session = Session:{" "}
session-title-a-session-is-stored = A session is stored with its first question.
session-title-this-session = This session
session-title-close = Close
session-title-name = Name
session-title-export = Export
session-title-all-sessions = All sessions…
session-title-version-of = version { $at } of { $versions }
session-title-versions = Versions

## settings

settings-is-not-a-setting = { $what } is not a setting: there are { $names }.
settings-this = This
settings-steps = { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}
settings-temperature = temperature { $temperature }
settings-effort = effort { $word }
settings-own-instructions = own instructions
settings-settings-of-this-session = Settings of this session
settings-the-temperature-is-a = The temperature is a number from 0 to 2, or empty for the model’s default.
settings-the-reasoning-effort-is = The reasoning effort is one of { $words }, or empty for the model’s default.
settings-the-step-limit-is = The step limit is a whole number from 1 to { $max-steps }.
settings-the-instructions-are-a = The instructions are a text.
settings-the-instructions-have-characters = The instructions have { $length } characters; { $most } are the most. Shorten them.

## shell

shell-insitu-ask-your-data = Insitu: ask your data, in your browser
shell-a-code-interpreter-that = A code interpreter that works where the data is: Python runs in this browser and no file leaves it.

## shortcuts

shortcuts-everywhere = Everywhere
shortcuts-this-list-unless-you = This list, unless you are typing
shortcuts-close-what-is-open = Close what is open, else stop the answer
shortcuts-your-question = Your question
shortcuts-send-it = Send it
shortcuts-begin-a-new-line = Begin a new line
shortcuts-how-the-question-was = How the question was read
shortcuts-go-to-another-part = Go to another part
shortcuts-show-what-a-part = Show what a part can become
shortcuts-choose-one-of-that = Choose one of that
shortcuts-code-in-the-console = Code, in the console and in a step
shortcuts-run-it = Run it
shortcuts-complete-a-name-or = Complete a name, or indent
shortcuts-indent-less = Indent less
shortcuts-leave-the-editor = Leave the editor
shortcuts-in-the-console-at = In the console, at the first or last line: code that ran before
shortcuts-find-in-the-code = Find in the code
shortcuts-undo = Undo
shortcuts-tables = Tables
shortcuts-go-to-another-cell = Go to another cell
shortcuts-go-to-the-first = Go to the first or last one
shortcuts-go-further = Go further
shortcuts-select-cells = Select cells
shortcuts-show-the-whole-value = Show the whole value; in the head, sort
shortcuts-in-the-head-sort = In the head, sort by this column too
shortcuts-copy-the-selected-cells = Copy the selected cells
shortcuts-select-nothing = Select nothing
shortcuts-keyboard-shortcuts = Keyboard shortcuts
shortcuts-close = Close
shortcuts-on-a-mac-does = On a Mac, ⌘ does what Ctrl does.

## shown

shown-not-run-the-answer = Not run: the answer was stopped before it.

## sql-completion

sql-completion-whole-number = whole number
sql-completion-number = number
sql-completion-true-or-false = true or false
sql-completion-date = date
sql-completion-text = text
sql-completion-empty = empty
sql-completion-rows = { $rows } rows

## step

step-python = Python
step-superseded = Superseded
step-not-run = not run
step-running = running
step-output-so-far = Output so far
step-failed = failed, { $time }
step-stopped-after = stopped after { $time }
step-too-slow-stopped-after = too slow, stopped after { $time }
step-restarted-after = restarted after { $time }
step-shown-above-under-the = { $results ->
    [one] { $results } result
   *[other] { $results } results
} shown above, under the answer.
step-superseded-a-later-step = Superseded: a later step drew this again

## step-changes

step-changes-edit-the-code-of = Edit the code of this step
step-changes-edit-code = Edit code
step-changes-run-as-written = Run as written
step-changes-run-the-code-of = Run the code of this step without the added arguments
step-changes-the-code-of-this = The code of this step
step-changes-stop = Stop
step-changes-run-from-here = Run from here
step-changes-cancel = Cancel

## steps

steps-working-it-out = Working it out

## storage

storage-this-browser-stores-no = This browser stores no sessions.

## stored

stored-files = { $files ->
    [one] { $files } file
   *[other] { $files } files
}
stored-copies-of-that-were = Copies of { $files } that were not used for 30 days were deleted from this browser. To go on with their sessions, add the files again.

## stored-contents

stored-contents-the-content-of-this = The content of this request is not kept.
stored-contents-is-not-kept-for = { $path } is not kept for later. It is larger than { $max-part } MiB.
stored-contents-a-result = A result
stored-contents-is-not-kept-for-later = { $what } is not kept for later. { $message }
stored-contents-the-bytes-cannot-be = The bytes cannot be read.

## stored-files

stored-files-waits-until-you-allow = Waits until you allow reading it again, with the button below the files.
stored-files-its-content-is-not = Its content is not stored in this browser. Add it again to go on with it.
stored-files-the-file-is-no = The file is no longer the wheel that you have confirmed.{" "}
stored-files-the-session-uses-from = { $changed }The session uses { $name } { $version } from this wheel, which is not installed. Drop { $file } with the SHA-256 { $sha256 } onto the page to go on with it.
stored-files-allow-reading-again-below = allow reading { $names } again, below the files
stored-files-choose-below-the-files = choose below the files whether to go on with the changed { $names }
stored-files-add-again-whose-content = add { $names } again, whose content this browser does not have
stored-files-drop-onto-the-page = drop { $file } onto the page, the wheel of { $name } { $version }

## stored-handover

stored-handover-the-file-is-larger = The file is larger than 512 MB, which no Insitu file is. Choose a file that was exported as .insitu.
stored-handover-there-is-nothing-in = There is nothing in this session to export.
stored-handover-left-out = { $outputs ->
    [one] One output is
   *[other] { $outputs } outputs are
} no longer stored or too large, and not part of the file.
stored-handover-what-draws-the-figures = What draws the figures of a report could not be loaded. Check the connection, and export again.
stored-handover-is-not-part-of = { $name } is not part of the file. { $message }
stored-handover-a-part-of-the = A part of the session could not be read: { $damage }
stored-handover-there-is-no-copy = There is no copy of { $name }. Try again.
stored-handover-the-new-session-is = The new session is open in another tab. Try again.

## stored-hold

stored-hold-ask-when-that-is = { $sentence } Ask when that is done, or stop it.

## stored-list

stored-list-this-session-is-computing = This session is computing. Stop it first.
stored-list-was-not-opened = { $name } was not opened. { $why }
stored-list-there-is-no-session = There is no session with this id.

## stored-room

stored-room-and-more = {" "}and { $more } more
stored-room-the-browsers-storage-is = The browser's storage is full. The oldest outputs were dropped to make room ({ $size }): { $names }{ $more }. Run their code again to see them; pin a session to keep its outputs.

## stored-storing

stored-storing-this-session-is-open = This session is open in another tab, which is followed here. Ask there, or close the other tab to go on here.
stored-storing-what-happened-is-not = What happened is not stored. { $why }
stored-storing-until-then-what-happened = { $message } Until then, what happened is in this tab only.

## stored-storing-files

stored-storing-files-is-not-the-file = { $name } is not the file that this session had under that name. Results that were computed from it may differ.
stored-storing-files-is-not-kept-for = { $name } is not kept for later: { $message }
stored-storing-files-is-still-kept = { $name } is still kept: { $message }

## stored-storing-opening

stored-storing-opening-this-session-was-stored = This session was stored.
stored-storing-opening-this-session-cannot-be = This session cannot be opened: { $why }. A new one begins in the list of sessions.
stored-storing-opening-a-part-of-this = A part of this session could not be read: { $damage }
stored-storing-opening-the-session-as-it = { $message } The session as it was stays in the list of sessions.
stored-storing-opening-its-variables-come-back = Its variables come back when its code runs again.
stored-storing-opening-before-its-code-can = Before its code can run again, { $missing }.

## stored-storing-writing

stored-storing-writing-error = Error: { $why }
stored-storing-writing-what-happens-from-now = { $message } What happens from now on is not stored.
stored-storing-writing-until-then-what-happens = { $message } Until then, what happens from now on is in this tab only.
stored-storing-writing-there-is-space-again = There is space again: what was only in this tab is stored.

## stored-switching

stored-switching-the-session-could-not = The session could not be opened. Try again.
stored-switching-stop-it-or-wait = { $held } Stop it, or wait, and then show the other session.
stored-switching-a-session-without-a = “A session without a question”
stored-switching-and-are-computing-and = { $others } and { $last } are computing, and this device's memory has no place for another Python beside them. Stop one of them, or wait until one is done.

## suggestions

suggestions-suggested-questions = Suggested questions

## tab-model

tab-model-of = { $doing } { $label }: { $come } of { $size }
tab-model-downloading = Downloading
tab-model-checking = Checking
tab-model-reading = Reading { $name }…
tab-model-loading = Loading { $label }, { $size }…
tab-model-threads = { $threads ->
    [one] one thread
   *[other] { $threads } threads
}
tab-model-is-loaded-with-and = { $label } is loaded, with { $threads } and about { $memory } of memory.
tab-model-load-again = Load { $label } again
tab-model-choose-a-model-file = Choose a model file
tab-model-forget-it = Forget it
tab-model-choose = Choose
tab-model-download = Download
tab-model-delete-the-copy = Delete the copy
tab-model-delete-the-copy-of = Delete the copy of { $label } in this browser
tab-model-cancel = Cancel
tab-model-load = Load { $label }
tab-model-choose-another-file = Choose another file
tab-model-remove = Remove { $label }
tab-model-try-every-exit-of = Try every exit of its frame
tab-model-billion = { $parameters } billion
tab-model-million = { $parameters } million
tab-model-this-device-may-have = {" "}This device may have too little: close other tabs first, or choose a smaller model.
tab-model-parameters-with-a-window = { $label }: { $architecture }, { $parameters } parameters, { $size }. With a window of { $window } tokens it needs about { $memory } of memory.{ $little }
tab-model-trying-every-exit = Trying every exit

## table-reading

table-reading-type = Type
table-reading-header-row = Header row
table-reading-how-is-read = How “{ $name }” is read
table-reading-line = Line { $line }: { $text }
table-reading-no-header-row = No header row
table-reading-text = Text
table-reading-number = Number
table-reading-date = Date
table-reading-order-of-dates = Order of dates
table-reading-day-first-31-12 = Day first (31/12)
table-reading-month-first-12-31 = Month first (12/31)
table-reading-decimal-mark = Decimal mark
table-reading-point-1-5 = Point (1.5)
table-reading-comma-1-5 = Comma (1,5)
table-reading-read-as-found = Read as found
table-reading-undo = Undo
table-reading-code = Code
table-reading-it-has-run-and = It has run, and is in the console and in exports.

## tables

tables-columns = { $columns ->
    [one] { $columns } column
   *[other] { $columns } columns
}
tables-tables-of-your-files = Tables of your files
tables-tables = Tables
tables-show-the-table = Show the table
tables-hide = Hide
tables-reading-the-table = Reading the table…
tables-about = about{" "}
tables-show-all = Show all { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
tables-rows = { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
tables-the-first-of-are = The first { $rows } of { $about }{ $all } are shown.

## theme

theme-theme = Theme
theme-system = System
theme-light = Light
theme-dark = Dark

## thoughts

thoughts-thinking = Thinking

## traceback

traceback-traceback = Traceback

## turn

turn-waiting-for-python-progress = Waiting for Python: { $progress }
turn-python-could-not-be = Python could not be started
turn-waiting-for-python = Waiting for Python
turn-writing = Writing
turn-thinking = Thinking
turn-fetching = Fetching { $packages }
turn-running-python = Running Python
turn-waiting-for-your-consent = Waiting for your consent
turn-questions-that-may-be = Questions that may be meant
turn-failed-before-why = Failed.{" "}
turn-continue = Continue
turn-your-sign-in-has = Your sign-in has ended.
turn-answer-complete = Answer complete
turn-failed = Failed
turn-stopped = Stopped

## turns

turns-you-stopped-it-before = You stopped it before it began.
turns-you-stopped-it-before-anything = You stopped it before anything was sent.
turns-you-stopped-it = You stopped it.

## usage

usage-no-usage-reported = no usage reported
usage-tokens = { $output } tokens
usage-at-least = at least { $words }
usage-no-model-elsewhere-was = No model elsewhere was asked.
usage-requests = { $requests ->
    [one] { $requests } request
   *[other] { $requests } requests
}
usage-the-provider-reported-no = { $requests }; the provider reported no tokens.
usage-of-them = , { $tokens } of them { $what }
usage-written-into-it = written into it
usage-from-the-providers-cache = from the provider’s cache
usage-reasoning = reasoning
usage-tokens-read = { $input } tokens read{ $from }{ $into }
usage-tokens-written = { $output } tokens written{ $reasoning }
usage-no-tokens-reported-for = no tokens reported for { $missing } of the requests
usage-the-price-is-not = the price is not known
usage-the-price-of-of = the price of { $missing } of the requests is not known

## variables

variables-variables = Variables
variables-close = Close
variables-name = Name
variables-type = Type
variables-shape = Shape
variables-size = Size
variables-python-did-not-list = Python did not list its variables. Restart it, and run the earlier code again.
variables-asking-python = Asking Python…
variables-there-are-no-variables = There are no variables yet.
variables-choose-a-name-to = Choose a name to see its value.
variables-cannot-be-shown = { $name } cannot be shown{ $why }.
variables-the-value-of = The value of { $name }:
variables-python-is-asked-for = Python is asked for its variables.

## version

version-the-server-cannot-be = The server cannot be reached; this is the page as your browser has stored it. The built-in planner, a model in this tab or an endpoint of yours can answer.
version-asking-the-server = Asking the server…
version-the-server-still-cannot = The server still cannot be reached. You can go on with the stored page.

## versions

versions-a-newer-version-of = A newer version of this page is ready. What is stored stays; what runs now would be stopped.
versions-load-it-now = Load it now
versions-later = Later
versions-load-the-servers-page = Load the server's page
versions-close = Close

## welcome

welcome-your-data = Your data
welcome-ask-your-data-right = Ask your data, right where it is
welcome-drop-a-table-ask = Drop a table, ask in your own words, and get numbers and charts that Python computes in this browser.
welcome-drop-files-or-folders = Drop files or folders here, or paste cells
welcome-csv-excel-parquet-json = CSV, Excel, Parquet, JSON, SQLite, text, images and more; several at once
welcome-choose-files = Choose files
welcome-choose-a-folder = Choose a folder
welcome-or-begin-with-a = Or begin with a sample
welcome-your-files-stay-in = Your files stay in this browser. { $label } gets your question, the names of columns and the results that you allow.
welcome-nothing-leaves-this-browser = Nothing leaves this browser: neither your files nor your questions.
welcome-answering-with = Answering with:{" "}
welcome-built-in-rules = built-in rules
welcome-for-plain-questions-about = , for plain questions about one table or two
welcome-connect-a-model = Connect a model
welcome-use-an-open-model = Use an open model in this browser
welcome-your-sessions = Your sessions

## wheel

wheel-run-without = Run without
wheel-install = Install
wheel-cancel = Cancel
wheel-package = Package
wheel-file = File
wheel-installed = Installed
wheel-files = { $files ->
    [one] { $files } file
   *[other] { $files } files
}
wheel-code = Code
wheel-python-and-compiled-code = Python and compiled code
wheel-python = Python
wheel-modules = Modules
wheel-missing-packages = Missing packages
wheel-not-installed = Not installed
wheel-install-for-this-session = Install { $name } { $version } for this session?
wheel-nothing-of-it-runs = Nothing of it runs now. Once code imports it, it runs as that code does, with your files and without network. Nobody has checked it: compare the SHA-256 with the one where you got the file.
wheel-from = { $name } { $version }, from { $file }
wheel-the-code-that-is = The code that is about to run uses packages that are not installed
wheel-drop-these-wheels-here = Drop these wheels here, or choose them; each is asked about before it is installed.
wheel-choose-a-wheel = Choose a wheel
