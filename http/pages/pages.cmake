# The payer's page, a part of paylink_http: its template, styles and scripts are compiled into the program. Included, not a subdirectory: the rule that makes a source must stand where its target does.
set(pages_dir ${CMAKE_CURRENT_LIST_DIR})
set(embedded_sources
    ${pages_dir}/templates/payer_page.mustache
    ${pages_dir}/assets/every_page.css
    ${pages_dir}/assets/pending.css
    ${pages_dir}/assets/closed.css
    ${pages_dir}/assets/pay.js
    ${pages_dir}/assets/closed.js)
set(embedded_files ${CMAKE_CURRENT_BINARY_DIR}/embedded_files.cpp)
add_custom_command(
  OUTPUT ${embedded_files}
  COMMAND ${CMAKE_COMMAND} "-DFILES=${embedded_sources}" -DOUTPUT=${embedded_files} -P ${pages_dir}/embed_files.cmake
  DEPENDS ${embedded_sources} ${pages_dir}/embed_files.cmake
  VERBATIM)
find_library(QRCODEGEN_LIBRARY qrcodegencpp REQUIRED)

target_sources(
  paylink_http
  PRIVATE ${pages_dir}/assets.cpp ${pages_dir}/language_choice.cpp ${pages_dir}/page_texts.cpp ${pages_dir}/payer_page.cpp
          ${pages_dir}/qr_svg.cpp ${pages_dir}/recent_drawings.cpp ${embedded_files})
target_link_libraries(paylink_http PRIVATE ${QRCODEGEN_LIBRARY})
